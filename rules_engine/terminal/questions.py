"""Show the game's prompts and parse the answers."""

from collections.abc import Iterator

from rules_engine.baseball.dice_line import SIDE_TITLES, faces_wanted, spoken
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.play_under_way import DialogueLine
from rules_engine.baseball.prompts import Ask, Over, Prompt, Roll, Settle, Stuck
from rules_engine.terminal.keyboard import parse_number


def format_question(prompt: Ask) -> Iterator[str]:
    """Yield a question's lines: its numbered choices, each with its rule and note."""
    yield f"  {SIDE_TITLES[prompt.side]}, {spoken(prompt.question)}:"
    width = max(14, *(len(choice.key) for choice in prompt.choices))
    for number, choice in enumerate(prompt.choices, start=1):
        yield f"    {number} {choice.key:<{width}} {choice.sentence} ({choice.rule})"
        if choice.note:
            yield f"      {choice.note}"


def input_prompt(prompt: Prompt, names: Names) -> str:
    """Return the text before the cursor."""
    match prompt:
        case Roll():
            lowest = f" from {prompt.lowest}" if prompt.lowest != 1 else ""
            return f"  {spoken(prompt.name)}, die of {prompt.sides}{lowest}: "
        case Ask():
            return f"  which? (Enter: {prompt.usual}) "
        case Settle() if prompt.moves:
            moves = ", ".join(f"{names.get(player, player)} {position}" for position, player in prompt.moves)
            return f"  who? (Enter: move {moves}) "
        case Settle():
            return "  who? "
        case Stuck():
            return "  what now? "
        case Over():
            return "  The game is over. Press Enter for the box score, or type undo. "
    return "  Press Enter to continue: "


def answer_hint(prompt: Prompt) -> str:
    """Return a description of valid answers."""
    match prompt:
        case Roll():
            return faces_wanted(prompt.sides, prompt.lowest)
        case Ask():
            return f"{faces_wanted(len(prompt.choices))}, or the word beside it"
        case Settle():
            return f"enter a number from 1 to {len(prompt.candidates)} or one of these names"
        case Stuck():
            return "make a substitution, or type undo"
        case Over():
            return "press Enter to end the game"
    return "press Enter to continue"


def parse_choice(prompt: Ask, typed: str) -> str | None:
    """Return a choice's key by number or word. An empty line means the default choice. None means no choice matches."""
    if not typed:
        return prompt.usual
    number = parse_number(typed, len(prompt.choices))
    if number is not None:
        return prompt.choices[number - 1].key
    word = typed.lower().replace(" ", "_")
    return word if any(choice.key == word for choice in prompt.choices) else None


def format_line(line: DialogueLine) -> str:
    """Return a line of play-by-play, indented by its kind."""
    if line.kind == "half":
        return f"\n{line.text}"
    if line.kind == "trouble":
        return f"  {line.text}"
    return line.text if line.kind in ("event", "situation") else f"    {line.text}"
