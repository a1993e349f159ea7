"""Error codes and messages for rejected actions on games."""

from rules_engine.rulings import Finding


class RulingRefusal(Finding):
    """Reasons why a question can't be asked or withdrawn, or a ruling can't be made or undone (T0.09)."""

    NO_QUESTION = "Enter what happened and your question."
    QUESTION_TOO_LONG = "A question has at most {longest} characters. Yours has {length}."
    NO_RULING = "Enter the ruling."
    RULING_TOO_LONG = "A ruling has at most {longest} characters. Yours has {length}."
    NUMBER_ONLY = "Enter only the rule number, such as T31.2."
    UNKNOWN_NUMBER = "No rulebook has rule {number}. Enter the number as printed."
    RULED = "The director has ruled on this question. Undo the ruling first."
    RULED_AGAIN = "The director has ruled on this question again. Undo the later ruling first."


class ForfeitRefusal(Finding):
    """Reasons why a team can't leave a series."""

    GAME_UNDER_WAY = "Game {game} has started and isn't over. Enter its result or a forfeit first."
    ALL_PLAYED = "Every game of this series has been played."
    NOT_IN_SERIES = "Choose one of the two teams of this series."
    NO_REASON = "Enter the reason for the forfeit."


class ResultSheetFault(Finding):
    """Errors in a sheet of results."""

    UNKNOWN_TEAM = "no team in this tournament is called “{name}”."
    NO_SERIES = "the schedule has no series between {away} and {home} in this round."
    SEVERAL_SERIES = "{away} and {home} meet more than once. Add a column with the round."
    NO_SUCH_GAME = "this series has {games:# game}, so there is no game {game}."
    GAME_TWICE = "game {game} of this series is already in {first_row}."
    OTHER_HOME = "by the schedule and the roll, {team} is home in game {game} ({rule})."
    TOO_MANY = "the sheet has {series:# series/series}, but at most {most} can be imported at once."
    NO_HEADINGS = "The sheet needs headings for both teams and their runs. Choose below what each column contains."
    HAS_FAULTS = "Correct these rows in your sheet, or leave them out: {rows:commas}."
    NO_RESULTS = "The sheet has no results for this schedule."
    INCOMPLETE = "{series:# series/series} can't be final yet. Check the box to save them as drafts."


class SwapRefusal(Finding):
    """Reasons why a series' home and visitors can't be swapped."""

    CHANGED_MEANWHILE = "Someone else has changed this series. Check it again."
    CHANGED_SINCE = "The results have changed since the swap. Undo that change first."
    NO_REASON = "Enter a reason for the log, because this series has results."
    PLAYED_WITH_PENNANT = "Game {game} was played with Pennant, so its home team is already recorded."


class InjuryRefusal(Finding):
    """Reasons why an injury can't be recorded."""

    NOT_IN_EDITION = "In this edition, injured players don't miss any other games."
    WRONG_LENGTH = "Enter a number from 0 to {longest}."
    NOT_IN_SERIES = "Choose a player from one of the two teams."
    GAME_NOT_ENTERED = "Enter this game first."
    PLAYED_WITH_PENNANT = "This game was played with Pennant, which recorded the injuries."


class SuspensionRefusal(Finding):
    """Reasons why a suspended game can't be described, assigned or ordered (T33.0)."""

    WRONG_OUTS = "{outs} outs are not possible here. A half-inning in progress has 0 to {most}."
    NOT_ON_A_ROSTER = "Card {card} is on neither roster. Choose players from the two teams."
    TEXT_TOO_LONG = "Enter at most {longest} characters. Yours has {length}."
    NAME_TOO_LONG = "A name has at most {longest} characters."
    NOT_IN_SERIES = "Choose one of the two teams in this game."
    OTHER_TEAM = "You can agree only for your own team."
    ORDER_SETTLED = "No team has to roll, because the order is settled."
    NO_ROLL = "Enter a roll of {die} for {team}."
    CHANGED_SINCE = "The description of {game} was changed later. Undo that change first."
    NOT_SUSPENDED = "{game} is no longer suspended."


class PlayOrderRefusal(Finding):
    """Reasons why the order of play can't be corrected (T10.2)."""

    CHANGED_SINCE_OPENED = "This series has changed since you opened the page. Check the preview again."
    SAME_ORDER = "This is the current order. Choose another place."
    CHANGED_LATER = "The play sequence has changed since then. Undo the later change first."
    NOT_STARTED = "This series has not started. It's added to the play sequence when it starts."
    NOT_STARTED_BY_TEAM = "Choose a series that {team} has started."
    REST_BEFORE_SERIES = "Choose a series that {team} played after the first games of this series."


class SaveRefusal(Finding):
    """Reasons why results can't be saved for a series, or a save can't be undone."""

    OTHER_TEAM = "Only the director and the managers of these two teams can enter results for this series."
    SERIES_VOID = "This series is void because a team dropped out, so results can't be entered ({rule})."
    INVALID_HOME = "Choose which of the two teams is home in game 1."
    WHO_IS_HOME = "Choose who is home in game 1 ({rule})."
    WHO_CONCEDED = "Name the team that conceded ({rule})."
    CHANGES_FINAL_GAME = "Game {game} is final. To change it, save the results as final."
    EMPTIES_FINAL_GAME = "Game {game} is final. To clear it, save the results as final."
    SAVED_MEANWHILE = "Someone else has saved this series. Compare both versions and choose one."
    OFFICIAL = (
        "These results are official because round {round} has started with {away} at {home} ({rule}). "
        "Ask the director for a correction."
    )
    NO_REASON = (
        "These results are official because round {round} has started ({rule}). Enter the reason for the correction."
    )
    BREAKS_A_RULE = "These results now break a rule. Enter them on the series page. {violations}"
    CHANGED_SINCE = "This series was changed later. Undo the later change first."


class EntryFinding(Finding):
    """Findings on submitted results that can't be parsed."""

    NOT_A_NUMBER = "“{text}” is not a valid number of {label}: enter {minimum} to {maximum}"
    NOT_A_LINE_SCORE = "“{text}” is not a line score: enter the runs for each inning, such as 000 210 10x"
    SAY_WHO_PITCHED = "enter the pitcher's name in the spare row"
    HAS_HIS_OWN_ROW = "this pitcher has a separate row above"
    NO_INNINGS = "“{text}” has no innings: enter 0.0 if he got no outs"
    STARTER_WITHOUT_INNINGS = "he started: enter his innings, or 0.0 if he got no outs"
    NOT_INNINGS = "these innings can't be read, because {problem}"
    UNREADABLE_LINE = "Line {line}, “{text}”: {problem}"


class LineFinding(Finding):
    """Reasons why a free-form line or a pasted row of results can't be parsed."""

    TOO_MANY_LINES = "you can enter at most {most} lines at a time"
    SPARE_ROW_USED = "the spare row already has another player; a team can have only one such pitcher"
    NO_SEPARATOR = "put a slash between the visitors and the home team, or commas between the values of a row"
    NO_SUCH_GAME = "the series has {games} games, so there is no game {game}"
    TOO_MANY_SLASHES = "there is more than one slash: use a single one between the two teams"
    ALL_GAMES_ENTERED = "all {games} games already have pitchers; put “2: ” before the line to replace game 2"
    TEAMS_UNCLEAR = "the teams are unclear"
    NOT_AN_OUTING = "“{text}” is not a pitcher with innings, such as Adams 7.1"
    LISTED_TWICE = "{pitcher} is listed twice"
    TOO_MANY_VALUES = "{values} values, but the series has {games} games: this line is not used"
    SEVERAL_PITCHERS = "“{name}” could be {candidates}: enter more of the name"
    NO_SUCH_PITCHER = "no pitcher is called “{name}”"
    NO_SUCH_PITCHER_OF_TEAM = "{team} has no pitcher called “{name}”"


class ResultFinding(Finding):
    """Violations in the submitted results of a series."""

    NO_SUCH_GAME = "the series has {games:# game}, so there is no game {game}"
    EMPTY_GAME = "game {game} is empty, but game {later} isn't"
    SCORE_MISSING = "the score is missing"
    INNINGS_MISSING = "the number of innings played is missing"
    BEST_OF_STOPPED = "game {suspended} of this series is suspended: finish it before game {game}"
    BEST_OF_DECIDED = "the series was decided {wins} (best of {length}), so there is no game {game}"
    BEST_OF_NEVER_TIED = "a playoff game can't end in a tie: finish it"
    TIEBREAKER_NEVER_TIED = "a tiebreaker game can't end in a tie: finish it"
    TIE_BY_DIRECTOR_ONLY = "only the director can record an unfinished game as a tie"
    WHO_CONCEDED = "choose the team that conceded"
    CONCEDED_AHEAD = "the team that conceded has more runs"
    FORFEIT_BY_DIRECTOR_ONLY = "only the director can record a forfeit"
    WHO_FORFEITS = "choose the team that forfeits"
    FORFEIT_WITHOUT_REASON = "a forfeit needs the director's reason: enter it as the footnote"
    FORFEIT_HAS_RESULTS = "a forfeited game has no score, innings or pitchers: clear them"
    NOT_ON_THE_ROSTER = "this pitcher is not on the roster of {team}"
    ON_NO_ROSTER = "this pitcher is not on the roster of either team"
    ENTERED_TWICE = "he is listed twice in this game; a pitcher who has left can't return"
    TOO_MANY_INNINGS = "{outs:innings} innings in one game: enter innings and thirds, such as 1.2"
    LESS_THAN_STOOD = "had {stood:innings} when the game stopped, so his total can't be {outs:innings}"
    CAME_BACK = "left the game before it was suspended, so he can't return"


class SuspendedByMistake(Finding):
    """Reasons why a game marked suspended must be confirmed (T33.0)."""

    LOOKS_FINISHED = (
        "game {game} is marked suspended, yet {away} {away_runs}, {home} {home_runs} in {innings} innings "
        "is a finished game. Enter it as final, or confirm that it was suspended."
    )


class DeclarationRefusal(Finding):
    """Reasons why a team can't declare its starters, or undo a declaration (T0.09)."""

    NO_SUCH_ROUND = "{team} doesn't play in round {round}."
    TOO_MANY_GAMES = "Round {round} has only {games:# game}."
    INELIGIBLE_STARTER = "Round {round}, game {game}, {pitcher}: {ruling} ({rule})."
    DECLARED_LATER = "{team} changed its declared starters later. Undo that change first."


class MistakeRefusal(Finding):
    """Reasons why a mistake can't be reported or answered, or a report can't be undone (T31.0)."""

    NO_SUCH_GAME = "This series has {games:# game}, so there is no game {game}."
    NO_INNING = "Enter the inning in which the mistake happened."
    NOT_IN_SERIES = "Choose the offended team: one of the two teams of this series."
    FACT_MISSING = "“{fact}” is missing: {question}."
    NOT_A_NUMBER = "{question}: enter a number."
    NOT_YES_OR_NO = "“{fact}” must be 1 for yes or 0 for no."
    UNKNOWN_FACT = "“{fact}” doesn't apply to this kind of mistake. Use {known}."
    NO_SUCH_PITCHER = "Neither team has a pitcher with this number."
    NO_PITCHER = "Choose the pitcher. The pitching sheet fills in the rest."
    NOT_THE_OFFENDERS = "{player} is on {team}, the offended team. Choose a player from the other team."
    NAME_THE_PINCH_HITTER = "Name the pinch hitter. The pitching sheet shows whether he is needed to start ({rule})."
    SAY_WHAT_HAPPENED = "Enter what happened, in one sentence ({rule})."
    ALREADY_ANSWERED = "This mistake has already been answered."
    NOT_AN_OPTION = "At this stage you can only {options:or}."
    NOT_OFFENDED = "{team} makes this choice, as the offended team."
    ALREADY_UNDONE = "This report has already been undone."
    GAME_TAKEN_BACK = "The game was undone later. Undo that first."
    ANSWERED_LATER = "This mistake was answered later. Undo the answer first."


class TakingBackRefusal(Finding):
    """Reasons why a game can't be rolled back to the point of a mistake (T0.06, T31.2)."""

    NOT_CHOSEN = "No one has chosen to replay this game."
    ALREADY_TAKEN_BACK = "This game has already been undone to the {point}."
    OFFICIAL = "These results are official, so the game stays as it was played ({rule})."
    NOTHING_ENTERED = "No results have been entered for this game, so there is nothing to undo."
    REPORT_UNDONE = "This mistake report has been undone."
    CHANGED_SINCE = "The game was entered or described again later. Undo that first."
    WRONG_OUTS = "Enter 0 to {most} outs. A half-inning in progress has no more."
    WRONG_INNING = "Enter the inning in which the mistake happened, 1 to {last}."
    NO_INNING = "Enter the inning in which the mistake happened."
    STARTER_UNKNOWN = "In the results, mark the pitcher who started game {game} for {team}. Then undo the game."
    NEVER_STOOD_THERE = "{team}: {why}."
    NO_RUNS = "Enter both teams' runs at that point."
    WRONG_RUNS = "According to the results, {team} had {runs:# run} at that point."
    RUNS_OUT_OF_RANGE = "According to the results, {team} had {fewest} to {most} runs at that point."


class ShootoutRefusal(Finding):
    """Reasons why a shootout can't be started, or a half-inning recorded (T32.0)."""

    GAMES_OPEN = "Some games in this division are still open. Ties are broken after all of them are final."
    NO_OPEN_TIE = "Choose two teams that are tied. The standings show the unbroken ties."
    NO_REASON_FOR_TWO = "{teams} teams are tied. Enter why only these two play a shootout."
    NO_REASON_FOR_SHOOTOUT = "This edition breaks the tie another way. Enter why these two teams play a shootout."
    REASON_TOO_LONG = "A reason has at most {longest} characters. Yours has {length}."
    INVALID_ROLLS = "The rolls are wrong. {fault}."
    ROLLS_MISSING = "Enter a d20 for both teams. Leave both blank to have Pennant roll."
    TIED_ROLLS = "The rolls are tied. Add each team's next roll. Leave both blank to have Pennant roll."
    UNEQUAL_ROLLS = "Enter as many rolls for one team as for the other."
    UNKNOWN_SEED = "The better seed must be one of the two teams."
    NO_PITCHER = "Choose the {team} pitcher for inning {inning}."
    INELIGIBLE_PITCHER = "{pitcher} can't pitch inning {inning} ({rule}). {ruling}"
    UNDONE = "This shootout has been undone."
    PLAYOFFS_SEEDED = "The playoffs have been seeded. Undo the seeding first."
    WON = "This shootout is over. To correct it, undo its last half-inning."
    CHANGED_MEANWHILE = "Someone else has recorded a half-inning. Check the shootout again."
    WRONG_RUNS = "Enter the runs in the half-inning, 0 to {most}."
    ANOTHER_WAS_NAMED = "{named} was named for the first inning ({rule})."
    INJURED_CANT_FINISH = "An injured pitcher must leave. Choose another one to finish the inning."
    WRONG_HITTER = "Choose one of the {team} pitchers as the pinch hitter."
