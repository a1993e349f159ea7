"""What stands on the screen for what the game wants: the question, what is typed for it, and what was meant."""

from collections.abc import Iterator

from rules_engine.baseball.dice_line import faces_wanted, spoken
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.play_under_way import Said
from rules_engine.baseball.prompts import Ask, Over, Prompt, Roll, Settle, Stuck
from rules_engine.terminal.keyboard import number_from


def question_lines(prompt: Ask) -> Iterator[str]:
    """The question and its choices by number, each with its rule and what it rests on."""
    yield f"  {prompt.side}, {spoken(prompt.question)}:"
    width = max(14, *(len(choice.key) for choice in prompt.choices))
    for number, choice in enumerate(prompt.choices, start=1):
        yield f"    {number} {choice.key:<{width}} {choice.sentence} ({choice.rule})"
        if choice.note:
            yield f"      {choice.note}"


def typed_after(prompt: Prompt, names: Names) -> str:
    """The words before the place where somebody types."""
    match prompt:
        case Roll():
            lowest = f" from {prompt.lowest}" if prompt.lowest != 1 else ""
            return f"  {spoken(prompt.name)}, die of {prompt.sides}{lowest}: "
        case Ask():
            return f"  which? (Enter: {prompt.usual}) "
        case Settle() if prompt.moves:
            moves = ", ".join(f"{names.get(man, man)} {position}" for position, man in prompt.moves)
            return f"  who? (Enter: move {moves}) "
        case Settle():
            return "  who? "
        case Stuck():
            return "  what now? "
        case Over():
            return "  The game is over: Enter for the box score, or undo. "
    return "  Enter plays on: "


def wanted_text(prompt: Prompt) -> str:
    """What would be an answer."""
    match prompt:
        case Roll():
            return faces_wanted(prompt.sides, prompt.lowest)
        case Ask():
            return f"{faces_wanted(len(prompt.choices))}, or the word beside it"
        case Settle():
            return f"a number from 1 to {len(prompt.candidates)} or one of these names is wanted"
        case Stuck():
            return "a change of men is wanted, or undo"
        case Over():
            return "Enter ends the game"
    return "Enter plays on"


def choice_of(prompt: Ask, typed: str) -> str | None:
    """The key that was meant: a number is its place, a word itself, nothing the usual one."""
    if not typed:
        return prompt.usual
    if (number := number_from(typed, len(prompt.choices))) is not None:
        return prompt.choices[number - 1].key
    wanted = typed.lower().replace(" ", "_")
    return wanted if any(choice.key == wanted for choice in prompt.choices) else None


def line_of(said: Said) -> str:
    """A line of what happens as it stands on the screen."""
    if said.kind == "half":
        return f"\n{said.text}"
    if said.kind == "trouble":
        return f"  {said.text}"
    return said.text if said.kind in ("event", "situation") else f"    {said.text}"
