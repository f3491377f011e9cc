// Made from the server's messages and the games' views by `make types`. Do not edit.

/** I am here, and have seen what the table's dice are committed to. This is SHA-256 of my salt for them. */
export interface Ready {
  type: "ready";
  salt_commitment: string;
}

/** My salt: told after everybody at the table has committed to theirs, so that nobody can choose one to suit it. */
export interface Reveal {
  type: "reveal";
  salt: string;
}

/** Do an action. It is done only if `n` events have happened, so that nothing is done twice. */
export interface Act {
  type: "act";
  n: number;
  seat: number;
  action: string;
}

/** Slap the card that event `n` - 1 brought. The page measures how long after painting it the key was pressed. */
export interface Slap {
  type: "slap";
  n: number;
  seat: number;
  reaction: number;
}

/** A remark for everybody at the table. */
export interface Say {
  type: "say";
  text: string;
}

/** No longer hear somebody's remarks, or hear them again. */
export interface Mute {
  type: "mute";
  user: string;
  on: boolean;
}

/** Wish to take the last action back, or to play again; also to agree to somebody else's wish. */
export interface Offer {
  type: "offer";
  wish: "rematch" | "undo";
  n: number;
}

/** Not agree to a wish, or take back one's own. */
export interface Decline {
  type: "decline";
  wish: "rematch" | "undo";
}

/** Give up. */
export interface Resign {
  type: "resign";
  n: number;
  seat: number;
}

/** Ask for a hint: what the search thinks of each legal action. */
export interface Ask {
  type: "ask";
  n: number;
  seat: number;
}

/** The answer to a ping, at once, with its number. */
export interface Pong {
  type: "pong";
  t: number;
}

/** Ask for the whole table: a Delta came without the message that it builds on. */
export interface Resync {
  type: "resync";
  n: number;
}

/** A line of the photo finish. */
export interface Place {
  seat: number;
  claim: number;
  reaction: number; // what the judge takes it for
  behind: number; // after the fastest that counts
  verdict: "false" | "first" | "guess" | "late" | "tied";
}

/** The photo finish: all slaps at one card, the fastest first. */
export interface Finish {
  places: Place[];
  winner: number | null;
  is_tie: boolean;
}

/** An event, as these eyes saw it. */
export interface Happened {
  n: number;
  seat: number | null; // None: chance, or the table
  kind: "abandon" | "act" | "flag" | "resign" | "undo";
  action: string | null; // in notation; None if these eyes were not told
  told: string; // what happened, in words
  at: number; // when: milliseconds since 1970
  finish: Finish | null; // the photo finish, after slaps
  back_to: number | null; // of an undo: the first event that it takes back
}

/** A seat and who sits on it. */
export interface Chair {
  name: string; // the seat's own name
  user: string | null; // nobody yet, or a bot
  title: string | null; // what the user or the bot is called
  bot: string | null; // the bot's level; also of one that holds the seat for somebody who left
  present: boolean;
  is_program: boolean; // whether a program plays as the user: a bot of somebody's
}

/** The clocks at the moment of sending. */
export interface Clock {
  left: number[]; // milliseconds of each seat
  running: number[]; // the seats whose clock runs
  forgiven: number[]; // milliseconds of lag that each seat was not charged for in its last action
}

/** What one of your seats may do now. */
export interface Legal {
  seat: number;
  actions: string[];
}

/** The table as these eyes see it: on a connection, and whenever a page asks. Then every event brings a Delta. */
export interface Sync {
  type: "sync";
  version: number; // the number of this message, for the Delta after it
  table: string;
  game: string;
  status: "live" | "over" | "waiting";
  n: number; // so many events have happened
  events: Happened[]; // those since the last Sync; on a connection, those since what the page said it has
  yours: number[]; // your seats; none: you look on
  actors: number[]; // the seats that may act now
  in_turn: number[]; // the seats whose turn it is: those that could do nothing but react are not among them
  turn: string; // whose turn it is or who won, in words, as it is said to you
  view: Record<string, unknown> | null; // the game's own View; None until it begins
  legal: Legal[];
  chairs: Chair[];
  looking_on: number; // how many people have the table open who don't sit at it; who they are is not told
  options: Record<string, string | number | boolean>;
  hints: boolean; // whether you can ask for one: between people only if the table was opened so
  rated: boolean;
  scores: number[] | null; // when it is over
  ending: string; // when it is over, how it ended and by how much, in words
  clock: Clock | null;
  wishes: Partial<Record<"rematch" | "undo", string[]>>; // who wishes or has agreed
  again: string | null; // the table of the rematch
  fairness: string; // the commitment of the dice; with the secret after the end
  salt_commitments: string[]; // of each seat, while people get ready: empty for bots and for who is not; then none
}

/** What has changed since the Sync or Delta before. A page that has not got that one asks for a Resync. */
export interface Delta {
  type: "delta";
  version: number;
  after: number; // the version that it builds on
  n: number;
  events: Happened[]; // the new ones
  changed: Record<string, unknown>; // other fields of the Sync, with their new values
  view: Record<string, unknown>; // fields of the view, with their new values
  edited: Record<string, [number, number, unknown[]][]>; // lists of the view; what is done to each, in this order
}

/** Something was not done, and why. A Sync follows if the page was behind. */
export interface Refused {
  type: "refused";
  n: number;
  why: string;
  code: string; // a stable name for the reason, for programs
}

/** A remark. */
export interface Said {
  type: "said";
  user: string;
  title: string;
  text: string;
  at: number;
}

/** What the search thinks of an action. */
export interface Opined {
  action: string;
  told: string;
  win: number;
  share: number; // of the search's attention
  reason: string; // what speaks for it, beyond what it does
}

/** The answer to Ask: the best action first. */
export interface Hint {
  type: "hint";
  n: number;
  seat: number;
  choices: Opined[];
  exact: boolean; // whether the position is solved, and these are the true chances
}

/** Somebody has slapped: others may still have been faster. The verdict comes as an event. */
export interface Judging {
  type: "judging";
  n: number;
  seats: number[];
}

/** To be answered at once. */
export interface Ping {
  type: "ping";
  t: number;
}

/** The server can't save right now: nothing is done until it can. */
export interface Trouble {
  type: "trouble";
  why: string;
}

/** A value of an option. */
export interface ChoiceInfo {
  value: string | number | boolean;
  meaning: string;
}

/** A default that depends on another option. */
export interface DefaultWith {
  option: string;
  value: string | number | boolean;
  default: string | number | boolean;
}

/** An option of a game, for a form. */
export interface OptionInfo {
  name: string;
  title: string;
  explanation: string;
  choices: ChoiceInfo[];
  default: string | number | boolean;
  default_between_people: string | number | boolean | null; // at tables for two people or more, if not the default
  default_with: DefaultWith[]; // other defaults, where another option has a certain value
  ruling: string;
  scope: "rules" | "table"; // whether it changes the rules, or only how they are played and shown
  pattern: string;
}

/** A set of options with a name. */
export interface PresetInfo {
  name: string;
  title: string;
  sentence: string;
  seats: number;
  options: Record<string, string | number | boolean>;
}

/** A game, as `GET /api/games` tells it. */
export interface GameInfo {
  name: string;
  title: string;
  sentence: string;
  credit: string;
  version: number;
  seats: number[];
  seat_names: string[];
  options: OptionInfo[];
  presets: PresetInfo[];
  real_time: boolean;
  seats_by_lot: boolean; // whether the seat decides who begins, so that seats are drawn unless they are asked for
  lesson: string; // what its lesson teaches; nothing if it has none
}

/** A game that is still being compiled for this machine. */
export interface Preparation {
  game: string;
  share: number; // of the time it takes that has passed, about: 0 … 1
  seconds_left: number | null; // about; null if it is too early to say
}

/** A level of bots, or a bot that another package adds. */
export interface BotInfo {
  name: string;
  title: string;
  sentence: string;
  face: string; // an SVG picture; empty if it has none
  ratings: Record<string, number>; // game by game
  games: string[]; // those it plays
}

/** The server, as other machines find it. */
export interface ServerInfo {
  address: string; // where they reach it; empty if it listens on this computer alone
  sends_mail: boolean; // whether accounts can have an e-mail address
}

/** Who you are to the server. */
export interface Me {
  user: string;
  name: string;
  is_account: boolean; // whether you can come back from another device
  is_program: boolean; // whether a program plays as you: everybody sees it
}

/** What you want to be called. */
export interface Rename {
  name: string;
}

/** How long people may think. */
export interface ClockWish {
  kind?: "move" | "none" | "total";
  seconds?: number; // a move, or in all
  increment?: number; // added after each action
}

/** What shall sit on a seat: you, anybody who comes, or a bot by its level. */
export interface Chosen {
  who: "anybody" | "bot" | "me";
  level?: string;
}

/** A table to be opened. */
export interface NewTable {
  game: string;
  seats: Chosen[];
  options?: Record<string, string | number | boolean>;
  listed?: boolean; // whether everybody may find it; or only who has its link
  hints?: boolean; // whether they are given in a game between people too
  rated?: boolean; // whether it changes ratings: with the usual options, a fixed clock and no hints
  position?: string; // begin there, with the options in it
  clock?: ClockWish;
  seating?: "as_listed" | "lot"; // by lot, where the seat decides who begins; or on the seats as listed
}

/** Which seat to take; any free one if none is named. */
export interface Sit {
  seat?: number | null;
}

/** A table in the lobby. */
export interface TableInfo {
  id: string;
  game: string;
  status: "live" | "over" | "waiting";
  chairs: Chair[];
  options: Record<string, string | number | boolean>;
  n: number;
  listed: boolean;
  hints: boolean; // also between people
  rated: boolean;
  created: number;
  yours: number[];
  your_turn: boolean;
  host: string; // what the user is called who opened it, and sits there
  clock: ClockWish;
}

/** A game that you have played. */
export interface Finished {
  id: string;
  game: string;
  titles: string[]; // who played
  yours: number[];
  scores: number[];
  created: number;
}

/** The tables that you may see. */
export interface Lobby {
  yours: TableInfo[];
  waiting: TableInfo[];
  live: TableInfo[];
  over: Finished[]; // your latest games, the last one first
}

/** A legal action and what it would do, in words. */
export interface Worded {
  action: string;
  told: string;
}

/** What one of your seats may do. */
export interface LegalInWords {
  seat: number;
  moves: Worded[];
}

/** A table after so many events, as your eyes saw it. */
export interface Past {
  n: number;
  view: unknown;
  text: string;
  legal: LegalInWords[]; // what your seats may do, if this is the present
  actors: number[]; // the seats that were to act
  position: string | null; // in notation, to play on from there; only of a game that is over, and not at its end
}

/** What your seats know of a game, as the rules' own record: for programs that have the rules. */
export interface Observed {
  n: number; // so many events have happened
  game: string;
  version: number; // of the rules
  record: string; // its bytes in base64; what you may not know is left out
}

/** A game to be looked at, at no table: from its start or a position, after these actions, those of chance among them. */
export interface Look {
  position?: string; // from there, with the seats and options in it
  seats?: number | null;
  options?: Record<string, string | number | boolean>;
  actions?: ([number | "chance", string])[]; // as many as fit into a request
  eyes?: number[] | null; // who looks; all seats if left out
}

/** What is to be seen then. */
export interface Looked {
  seats: number;
  options: Record<string, string | number | boolean>;
  view: unknown;
  text: string;
  position: string; // as text, to go on from
  actors: number[]; // the seats that may act
  legal: Legal[]; // what those who look may do
  events: Happened[]; // the actions, as these eyes saw them
  scores: number[] | null; // when it is over
}

/** A step of a lesson: something to see, and perhaps something to do. */
export interface Step {
  title: string;
  words: string; // paragraphs with an empty line between them
  position: string; // the game's start if there is none
  seat: number; // the learner's
  before: ([number | "chance", string])[]; // what is shown first
  right: string[]; // the actions that are right; none: there is nothing to do
  well: string; // what is said then
  replies: ([number | "chance", string])[]; // what happens then
  wrong: string; // what is said of another legal action
  remarks: Record<string, string>; // or of this one
  rulings: string[]; // that the step shows
  finish: Finish | null; // the photo finish of the last thing shown
}

/** A game's lesson, as its lesson.toml has it. */
export interface Lesson {
  sentence: string; // what one will know after it
  goodbye: string;
  steps: Step[];
}

/** A finished game, to be looked through. Its events are as the chosen eyes saw them. */
export interface Review {
  table: string;
  game: string;
  n: number; // so many events have happened
  events: Happened[];
  yours: number[]; // your seats; none: you looked on
  chairs: Chair[];
  options: Record<string, string | number | boolean>;
  scores: number[];
  ending: string; // how it ended, if not by the rules
}

/** What the search thinks of a position of a finished game, and of what happened there, from what each seat could see. */
export interface Chances {
  n: number; // after so many events
  seat: number | null; // who was to act; None: chance, or the game was over
  win: number[]; // the chance of each seat; together they are one
  best: string | null; // what the search would have done, in notation
  told: string | null; // the same in words
  lost: number; // how much of its own chance the seat gave away by what it did
  changes: number[]; // what happened next did this to each seat's chance: luck, if it was chance, else a mistake
  ahead: number; // how far what it did was ahead of the next best, if it did the best
  reason: string; // what speaks for what the search would have done, as a hint says it
}

/** What could have come by chance at one event. */
export interface ChanceEvent {
  n: number; // its place among the record's events
  outcomes: [string, number][]; // in the order in which the dice count them, with their weights; 0: a judge calls it
}

/** The odds of every event of chance of a record, by the rules: with them the dice can be checked. */
export interface Odds {
  events: ChanceEvent[];
  trouble: string | null; // why the record can't be replayed further than these
}

/** A record without its dice: how a game began, and all that happened. */
export interface Course {
  game: string;
  version: number;
  seats: number;
  options: Record<string, string | number | boolean>;
  events: ([number | "chance", string])[];
  position?: string;
}

/** Why something was not done. */
export interface Refusal {
  why: string;
  code: string; // a stable name for the reason, for programs
}

/** One of a game's puzzles. */
export interface PuzzleInfo {
  game: string;
  number: number; // from 1, the easiest first
  of: number; // so many has the game
  rating: number; // how hard it is: about 800 to 2,000
}

/** A position in which the best action is to be found, as whoever is to act sees it. */
export interface Task {
  seat: number; // who is to act
  seats: number;
  options: Record<string, string | number | boolean>;
  view: unknown;
  text: string;
  legal: Legal[];
}

/** A puzzle: one action is clearly the best. */
export interface Puzzle {
  info: PuzzleInfo;
  task: Task;
}

/** What somebody would do. */
export interface Attempt {
  action?: string; // left out: show me what is best
}

/** What the judge thinks of it. */
export interface Attempted {
  is_right: boolean; // whether nothing is better
  told: string; // the attempt in words; what is best, if there was none
  reason: string; // what speaks for that, as a hint says it
  win: number; // the seat's chance after it
  lost: number; // so much less than after the best action
  best: string | null; // in notation: told when it was found, or asked for
}

/** A piece that a seat couldn't see, and what it could be. */
export interface Guessed {
  seat: number; // whose place it is
  place: string; // in words: large piece
  odds: [string, number][]; // the likeliest first
  truth: string; // what it was
}

/** What a guest becomes an account with: a name, and a password or a passkey or both. */
export interface NewAccount {
  name: string;
  password?: string;
  passkey?: string; // made with the options from /api/account/passkey-options
}

/** Signing in by a password. */
export interface SignInWish {
  name: string;
  password: string;
}

/** Signing in by a recovery code, which is then used up. */
export interface RecoveryWish {
  name: string;
  code: string;
}

/** Signing in by a passkey, or adding one. */
export interface PasskeyWish {
  credential: string;
  label?: string; // of one that is added
}

/** The name under which a browser shows a new passkey. */
export interface PasskeyName {
  name: string;
}

/** An e-mail address. */
export interface EmailWish {
  address: string;
}

/** What stands behind the # of a link that was sent. */
export interface LinkWish {
  token: string;
}

/** A password to sign in by from now on. */
export interface NewPassword {
  password: string;
}

/** What a browser needs to make or use a passkey. */
export interface PasskeyOptions {
  options: string; // JSON, as WebAuthn has it
}

/** Codes to get into the account by, each once. They are told only now. */
export interface RecoveryCodes {
  codes: string[];
}

/** A passkey of yours. */
export interface PasskeyInfo {
  id: string;
  label: string;
  created: number;
}

/** A browser in which you are signed in. */
export interface SignInInfo {
  id: string;
  device: string;
  created: number;
  seen: number; // to the hour
  is_this: boolean; // whether it is the one that asks
}

/** Your account. */
export interface AccountInfo {
  name: string;
  created: number;
  has_password: boolean;
  passkeys: PasskeyInfo[];
  sign_ins: SignInInfo[];
  email: string; // nothing if you gave none
  is_confirmed: boolean; // whether the link that was sent there was followed
  sends_mail: boolean; // whether this server can send mail
  codes_left: number; // recovery codes that are not used up
  is_proved: boolean; // whether you have shown a moment ago who you are: some changes ask for that
}

/** How many browsers were signed out. */
export interface Ended {
  count: number;
}

/** A rating: somebody of whom nothing is known has 1000 points. */
export interface RatingInfo {
  points: number;
  uncertainty: number; // points it may be off, up or down: one standard deviation
  is_provisional: boolean; // whether too little is known to rank them
}

/** A rating in one pool: a game with a number of seats. */
export interface PoolInfo {
  game: string;
  seats: number;
  rating: RatingInfo;
  games: number; // rated ones
  rank: number | null; // among the accounts of the pool; none while it is provisional
}

/** How somebody has fared in some of their games. */
export interface TallyInfo {
  label: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Games in a row with one outcome. */
export interface Streaks {
  outcome: "drawn" | "lost" | "won" | null; // of the present one; none before the first game
  length: number;
  longest_won: number;
}

/** Somebody whom you have met at a table, and how you stand with them. */
export interface Acquaintance {
  name: string;
  is_account: boolean; // then there is a profile under this name
  is_muted: boolean; // by you
  is_blocked: boolean;
}

/** Somebody with an account. Games that were not public are counted and told to themselves alone. */
export interface Profile {
  user: string;
  name: string;
  created: number;
  is_you: boolean;
  ratings: PoolInfo[];
  by_game: TallyInfo[];
  by_seat: TallyInfo[];
  by_level: TallyInfo[]; // against bots
  by_opponent: TallyInfo[]; // against accounts
  streaks: Streaks;
  in_progress: TableInfo[];
}

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  points: number;
  uncertainty: number;
}

/** A game in somebody's history. */
export interface PlayedGame {
  table: string;
  game: string;
  at: number;
  seat: number;
  titles: string[]; // what everybody was called, seat by seat
  outcome: "drawn" | "lost" | "won";
  place: number;
  score: number;
  ending: string; // a code, if it did not end by its rules
  change: number | null; // of the rating, in points; none if the game was not rated
}

/** One page of somebody's games, the last one first. */
export interface PlayedGames {
  games: PlayedGame[];
  total: number;
  pages: number;
}

/** Somebody on a leaderboard. */
export interface Leader {
  rank: number;
  name: string;
  rating: RatingInfo;
  games: number;
}

/** The best of a pool, and the bots that were measured there. */
export interface Leaderboard {
  game: string;
  seats: number;
  leaders: Leader[];
  bots: Record<string, number>; // what they are called, and their points
  total: number;
  pages: number;
}

/** The game that somebody wants to play with people they don't know. */
export interface SeekWish {
  game: string;
  seats: number;
  rated?: boolean;
}

/** What you are looking for, and what you have found. */
export interface SeekInfo {
  game: string;
  seats: number;
  rated: boolean;
  since: number;
  table: string | null; // where you have been paired: go there soon, or somebody else is found in your place
  bot: string; // the level of a bot of similar strength, to play meanwhile
}

/** Somebody who looks for opponents. Take it, and you play. */
export interface OpenSeek {
  user: string;
  name: string;
  game: string;
  seats: number;
  rated: boolean;
  points: number;
  since: number;
}

/** The table where you play. */
export interface TakenSeek {
  table: string;
}

/** Somebody wants to play with you, or you with somebody. */
export interface ChallengeInfo {
  table: string;
  name: string; // of the other one
  game: string;
  rated: boolean;
  is_yours: boolean; // whether you have challenged them
  created: number;
}

/** Somebody whom you want to see again. */
export interface FriendInfo {
  name: string;
  is_online: boolean;
  watch: string | null; // a public table where they are playing
}

/** Somebody whom you have blocked. */
export interface BlockedInfo {
  user: string;
  name: string;
}

/** What somebody has done, for the moderators. */
export interface ReportWish {
  user: string;
  reason: "chat" | "cheating" | "name" | "other";
  text?: string;
  table?: string | null; // where it happened
}

/** A report that nobody has dealt with yet. */
export interface ReportInfo {
  id: number;
  reporter: string;
  user: string;
  name: string;
  reason: string;
  text: string;
  table: string | null;
  chat: Said[]; // what was said last at that table
  created: number;
}

/** What a moderator does about somebody, and why. */
export interface SanctionWish {
  action: "close" | "mute" | "reopen" | "unmute";
  reason: string;
  days?: number; // of a mute
}

/** Why a report is done with. */
export interface CloseReport {
  reason: string;
}

/** A rated game of somebody's, and how often they did there what the best bot would have done. */
export interface AgreementInfo {
  table: string;
  game: string;
  at: number;
  outcome: string;
  choices: number | null; // where there was something to choose; None if it is not worked out yet
  agreed: number | null;
}

/** Somebody's latest rated games, the last one first. */
export interface Agreements {
  bot: string; // the level that they are compared with
  is_busy: boolean; // whether more is being worked out
  games: AgreementInfo[];
}

/** What a moderator has done. */
export interface ActionInfo {
  moderator: string;
  action: string;
  name: string;
  reason: string;
  at: number;
}

/** A token for a program. */
export interface NewToken {
  label: string; // what it is for, for yourself
  scopes: ("bot" | "play" | "read")[]; // what it is good for
}

/** A token of yours, without its secret. */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: string[];
  created: number;
  seen: number | null; // when it was last used, to the hour; null: never
}

/** A new token. Its text is told only now. */
export interface MadeToken {
  token: string;
  info: TokenInfo;
}

/** It was done. */
export interface Done {
  n: number; // so many events have happened since the game began
}

/** A bot of somebody's that is here now, and can be invited. */
export interface ProgramInfo {
  user: string;
  name: string;
}

/** Whom to invite to a table. */
export interface Invitation {
  user: string;
}

/** Somebody wants to play with you: sit down at the table, or decline. */
export interface Challenge {
  type: "challenge";
  table: string;
  name: string;
  game: string;
  rated: boolean;
}

/** An opponent was found: you sit at this table. Come soon, or somebody else is found in your place. */
export interface Paired {
  type: "paired";
  table: string;
}

/** You can act at a table. */
export interface YourTurn {
  type: "your_turn";
  table: string;
  game: string;
  n: number;
}

/** A game of yours has begun. */
export interface Begun {
  type: "started";
  table: string;
  game: string;
}

/** A game of yours is over. */
export interface Over {
  type: "over";
  table: string;
  game: string;
}

/** Games that are to be played and measured: of one variant, or of two that are to be compared. */
export interface NewSurvey {
  game: string;
  variants?: (Record<string, string | number | boolean>)[];
  seats?: number | null;
  bots?: string[];
  games?: number; // of each variant
  seed?: number;
}

/** A measured number with its 95 % interval; null where nothing is known yet. */
export interface LabFigure {
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number; // how many games, or whatever was counted, it comes from
  unit: string;
  note: string;
}

/** The second variant's metric less the first's, game by game on the same seeds. */
export interface LabComparison {
  metric: string;
  difference: LabFigure;
  verdict: "different" | "no game differs" | "not decided" | "the same within the margin";
  looks: number; // so far
  error: number; // how often this may be wrong, in all its looks together
}

/** How far a survey is, and what it says by now. */
export interface SurveyNews {
  games: number; // that were played of each variant
  figures: LabFigure[][]; // of each variant
  comparisons: LabComparison[]; // of two variants, as they were at the last look
  cpu_seconds: number; // that were spent on it since the news before
  ended: "" | "all" | "another" | "closed" | "time" | "trouble"; // why no more is coming
}

/** A place on a board. */
export interface Square {
  name: string; // as actions are written with it
  seat: number | null; // whose piece stands there
  text: string; // what is written on it or on its piece: a letter or two
  special: boolean; // whether it differs from the others: it is drawn darker
}

export type Up = Ready | Reveal | Act | Slap | Say | Mute | Offer | Decline | Resign | Ask | Pong | Resync;

export type Down = Sync | Delta | Refused | Said | Hint | Judging | Ping | Trouble;

export namespace River {
  /** Three pieces together. */
  export interface Set {
    name: string; // for people: Monochrome pair K3
    strength: number; // 0 … 42
  }

  /** One bank of a segment. */
  export interface Side {
    seat: number;
    pieces: string[];
    makes: Set | null; // when both pieces are there
  }

  /** One of the nine. */
  export interface Segment {
    number: number; // 1 … 9
    river: string | null; // None before it is laid
    sides: Side[];
    owner: number | null; // who has claimed it: then the river piece lies on that side
  }

  /** A piece that may be played, and where. */
  export interface Placing {
    action: number;
    text: string;
    piece: string;
    segment: number;
    makes: Set | null; // if it is the second piece there
  }

  /** Pieces with which the rival would have beaten a claim. */
  export interface Missed {
    pieces: string[];
    makes: Set;
    lacking: string[]; // those of them that the rival can't get
  }

  /** Why a rival can't have a piece: where a copy of it is seen, or that too few of its size are left. */
  export interface Whereabouts {
    kind: "few" | "hand" | "river" | "side";
    segment: number | null; // counted from 1: of the river, or of somebody's side there
    seat: number | null; // whose side or hand; of few, the rival
    left: number | null; // of few: how many of that size the rival can still get
  }

  /** A claim that may be made, with its proof. */
  export interface Claim {
    action: number;
    text: string;
    segment: number;
    makes: Set;
    rival: number;
    at_best: Set | null; // the strongest set the rival has or could still make; None if it can't be completed at all
    early: boolean; // whether the rival's side is not full yet
    missed: Missed[]; // what would have been needed, if the claim is early
    whereabouts: Record<string, Whereabouts[]>; // and where the lacking pieces are
  }

  /** A position of A River in Egypt, as some eyes see it. Pieces are in notation: K3, whatever people call it. */
  export interface View {
    seats: number;
    phase: string; // lay, deal, start, play, stuck, claim, draw, idle, dead, over
    seat: number; // whose turn it is
    starter: number | null;
    segments: Segment[];
    hands: ((string | null)[])[];
    bag: number[]; // how many large, medium and small pieces are left to draw
    unseen: Record<string, number>; // how many of each piece these eyes can't see
    claimed: number[][]; // the segments of each seat
    deciding: number[]; // when it is over: the segments by which it was won
    placings: Placing[]; // what may be played, where the hand is seen
    claims: Claim[];
    may_pass: boolean; // whether "no claim" may be said
    must_claim: boolean; // whether everybody has been idle, so that a claim that can be made must be made
    hidden: boolean;
    loose: boolean;
    unlimited: boolean;
    palette: string; // rainbow, xeno or own
    colours: string[]; // best first: what people call K, R, Y, G and B
    letters: string[]; // and how they write them
    scores: number[] | null; // in sixths, after the end
    ending: string; // how it ended
  }
}

export namespace Senet {
  /** What a legal move would do. */
  export interface Move {
    action: number;
    text: string;
    start: number;
    target: number; // where the throw sends the piece; over 30 is off the board
    reached: number; // where it stops: behind the target after a bounce; 27 if it drowns; 0 if it is borne off
    end: number; // where it stands afterwards; 0 if it is borne off
    swaps: boolean; // whether an opponent's piece goes to the start square
    left: number; // what another piece may use
  }

  /** A position of Senet. */
  export interface View {
    squares: (number | null)[]; // squares 1 … 30: the seat whose piece stands there
    pieces: number; // each side's army at the start
    home: number[]; // pieces that each seat has borne off
    phase: string; // throw, move, stuck, throw off, over
    seat: number; // who throws or moves
    throw: number; // 0 before it
    left: number; // how far the next piece goes
    backward: boolean;
    moved: number[]; // squares of pieces that this throw has moved already
    moves: Move[];
    may_stop: boolean;
    throws: number;
    winner: number | null;
  }
}

export namespace EgyptianWar {
  /** What there is to see of one seat. */
  export interface Seat {
    name: string;
    cards: number;
    may_slap: boolean;
    lock: "" | "card" | "next_card" | "out" | "pile";
    tries: number | null; // false slaps that a seat without cards may still make, where they are limited
  }

  /** A position of Egyptian War. */
  export interface View {
    seats: Seat[];
    pile: string[]; // the open cards, from the first one played to the top
    burned: number; // cards face down beneath them
    phase: string; // start (nobody has started), play, draw (a card is being turned), window (a last chance to slap), over
    turn: number; // who plays the next card; in a challenge, who is challenged
    last: number | null; // who played the top card
    challenger: number | null;
    chances: number; // cards that the challenged seat may still play
    owed: number | null; // who takes the pile when the window closes
    burn: number; // cards that a false slap costs
    played: number;
    limit: number;
    turn_action: number; // the actions, for a page to send
    slap_action: number;
    winners: number[]; // when it is over; several if they have the same number of cards
  }
}

export namespace Iriri {
  /** A piece on the board. */
  export interface Piece {
    x: number; // to the right
    y: number; // down
    piece: string; // its size and colour: SY is a small yellow one
  }

  /** A row or column of pieces on the board. */
  export interface Word {
    x: number; // its first piece
    y: number;
    down: boolean; // a column, not a row
    pieces: string[];
    matches: number[][]; // each way to find it: the places of its pieces in the dictionary, counted from 1
  }

  /** What a legal placement would do. */
  export interface Placement {
    action: number;
    text: string;
    pieces: Piece[];
    words: Word[];
    points: number;
  }

  /** A piece that may be taken from the dictionary. */
  export interface Take {
    action: number;
    text: string;
    place: number; // counted from 1
    piece: string;
  }

  /** A position of Iriri. A piece is written as its size and its colour: SY is a small yellow one. */
  export interface View {
    dictionary: string[]; // clockwise; the last one's neighbour is the first
    full: number; // how many pieces the dictionary begins with
    board: Piece[]; // row by row
    hands: string[][];
    points: number[];
    phase: string; // deal, start, reshuffle, place, pass, take, skip, over
    seat: number; // whose turn it is, once somebody has started
    starter: number | null; // who has the first turn, if that is known yet
    passes: number; // in direct succession up to now
    opening: boolean; // whether the first word is still to come
    placements: Placement[];
    takes: Take[];
    words: Word[]; // when it is over: all that are on the board
    winners: number[]; // when it is over: who has most points, all of them if nobody could place a first word
  }
}

export namespace PyramidPoker {
  /** One of the 36 places of the pyramid. */
  export interface Place {
    name: string; // a1 … a8
    row: number; // 0 is the foundation
    column: number;
    faces: number | null; // the seat that the block there faces; nobody if there is none
    face: string | null; // what is on it, if these eyes know
    is_open: boolean; // whether a block can be placed here
    is_free: boolean; // whether the block here has none on top
  }

  /** A hand of up to five cards. */
  export interface Hand {
    cards: string[];
    name: string; // of a full hand
    so_far: string; // what a hand that is still growing is by now
  }

  /** A legal action. */
  export interface Move {
    action: number;
    text: string;
    place: string | null; // where it places or takes
    hand: number | null; // where it puts the card
    card: string | null; // what it chooses
    makes: string | null; // what the hand is then
    does: string; // in words
  }

  /** Two hands that were compared. */
  export interface Meeting {
    which: string; // left, centre, right; or best, second, third
    names: string[]; // of the first seat's hand and the second's
    winner: number | null; // nobody wins equal hands
    by: string; // the card that decided between hands of the same name
  }

  /** Something that scores. */
  export interface Line {
    seat: number;
    what: string;
    points: number;
  }

  /** How a round came out. */
  export interface Sheet {
    advanced: boolean;
    meetings: Meeting[];
    won: number[]; // hands that each seat won
    lines: Line[]; // in advanced scoring, all that scores; the rest is worth nothing
    totals: number[]; // the sums of the lines
    earned: number[]; // the points that the round gives each seat
    winner: number | null;
    skunk: boolean; // whether one seat won all three hands
  }

  /** A position of Pyramid Poker. */
  export interface View {
    phase: string; // start, say (Tut Tut), draw, place, take, turn, choose, put, scored, over
    seat: number; // who acts
    starter: number; // who placed the first block of this round
    round: number;
    points: number[];
    target: number; // the points that end the match; 0 if it is one round
    advanced: boolean; // the scoring
    places: Place[];
    supply: number[]; // blocks that each seat has still to draw and place
    block: string | null; // the block that is being placed or put; nothing if there is none, or these eyes don't see it
    turned: string[]; // blocks turned up for a joker
    hands: Hand[][];
    gone: string[]; // blocks that have left the game
    unused: number; // blocks set aside, which nobody sees
    moves: Move[];
    sheet: Sheet | null; // of this round, when it is over
    previous: Sheet | null; // of the round before
    winner: number | null; // of the match, when it is over
  }
}

export interface Views {
  river: River.View;
  senet: Senet.View;
  egyptian_war: EgyptianWar.View;
  iriri: Iriri.View;
  pyramid_poker: PyramidPoker.View;
}
