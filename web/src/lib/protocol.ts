// Generated from the server's message types by `mischief types`. Do not edit.

export const PROTOCOL = 1;

/** What stands on the box. */
export interface Info {
  id: string;
  title: string;
  prefix: string;
  seats: [number, number];
  usual_seats: number;
  minutes: number;
  weight: string;
  pitch: string;
  designers: string;
  cooperative: boolean;
  rules_version: number;
}

/** What an action number means: `Move(24, "take", {"supply": "rags"}, "take rags")`. */
export interface Move {
  action: number;
  name: string;
  args: Record<string, unknown>;
  text: string;
}

/** One line of the final scoring, as the rules count it. */
export interface Tally {
  label: string;
  clause: string;
  amounts: number[];
  tie_break: boolean;
}

/**
 * How a game ended. Places begin at 1; equals share a place. `how` goes on where "Ada won" or "lost together"
 * leaves off, for lists: "with 3 pies worth 12"; where nobody won, what became of it: "after 5 of 8 meals".
 */
export interface Result {
  scores: number[];
  places: number[];
  winners: number[];
  why: string;
  clause: string;
  tally: Tally[];
  how: string;
}

/** Why a seat may not speak now. */
export interface Silence {
  sentence: string;
  clause: string;
}

/**
 * Where some seats talk among themselves: `hears` is who they are. `silence`: why this seat may not speak there
 * now.
 */
export interface Channel {
  id: string;
  title: string;
  hears: number[];
  silence: Silence | null;
}

/**
 * What every view begins with; each game adds its own table. `waiting` and `phase` are as this viewer may know
 * them: where the rules hide who has already chosen, they are hidden here too.
 */
export interface View {
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
  [field: string]: unknown;
}

/**
 * One choice made before the game. Either `values` lists all there are, or `kind` says what form it has and
 * `examples` gives a few that the test suite plays with.
 */
export interface Option {
  name: string;
  title: string;
  says: string;
  default: unknown;
  values: unknown[];
  means: string[];
  kind: string;
  low: number;
  high: number;
  examples: unknown[];
  clause: string;
  display: boolean;
  local: boolean;
  advice: string;
  first_game: unknown;
  applies: Record<string, unknown[]>;
  value_applies: Record<string, Record<string, unknown[]>>;
  other_than: string;
  each: string[];
  picks: unknown[];
  pick_means: string[];
  pick_once: boolean;
  pick_all: boolean;
  known_to: string;
  told_as: Record<string, unknown>;
}

/**
 * `events` and `moves` by kind and name, `asks` by phase (what a seat with a decision pending is asked; where a
 * phase asks different things of different seats, `phase.move` is asked of a seat that may make that move),
 * `waits` by phase (what others wait for it to do: "Waiting for Ada to ..."), `pieces` by id, `called` for things that
 * the rules only number (`group = ["A", "B"]`: group 1 is called B), `phrases` for quick chat, `important`: the kinds
 * of events that the short log keeps, `windows`: the phases in which seats may react, or let it go by, and `befalls`:
 * kinds of events that are announced to the seats they happen to, with the facts that name these (or `everybody`).
 */
export interface Words {
  events: Record<string, string | string[]>;
  moves: Record<string, string>;
  asks: Record<string, string>;
  waits: Record<string, string>;
  pieces: Record<string, string>;
  called: Record<string, string[]>;
  phrases: string[];
  important: string[];
  windows: string[];
  befalls: Record<string, string[]>;
}

/**
 * A move that was considered. `chance` is the estimated win chance (of the table, where it wins together), `error`
 * its standard error, None if the bot has no idea; `visits` how often it was tried; `share` how often it should be
 * played where a mixed choice is best (None elsewhere).
 */
export interface Considered {
  action: number;
  text: string;
  visits: number;
  chance: number | null;
  error: number | null;
  share: number | null;
}

/** What a bot would do and why. `moves` is ordered, the best first. */
export interface Hint {
  bot: string;
  seat: number;
  action: number;
  text: string;
  moves: Considered[];
  sentence: string;
  chance: number | null;
  simulations: number;
  seconds: number;
}

/** A scripted move; seat -1 is the Dealer. */
export interface LessonMove {
  seat: number;
  text: string;
}

/**
 * One step. Without a `given` position it goes on where the last one ended; without `asks` there is only reading.
 *
 * `moves` are the texts that count as done; several small moves of one step are joined by commas, and `bury *` stands
 * for every text that begins so. `wrong` has the answers to other moves in the same way, `then` what others and the
 * Dealer do after a move (under `*`: after any).
 */
export interface Step {
  says: string[];
  given: Record<string, unknown> | null;
  before: LessonMove[];
  asks: string;
  moves: string[];
  wrong: Record<string, string>;
  then: Record<string, LessonMove[]>;
  done: string;
  point: string[];
  clause: string;
}

/** The table for "Play your first game": what differs from the usual first-game settings. */
export interface FirstGame {
  seats: number | null;
  options: Record<string, unknown>;
}

/** A whole lesson. `short` says in a word or two whom it is for, where a game has several. */
export interface Lesson {
  id: string;
  game: string;
  title: string;
  short: string;
  seat: number;
  names: string[];
  steps: Step[];
  tip: string;
  first: FirstGame;
  minutes: number;
}

/** What the shelf says of a lesson. */
export interface LessonInfo {
  id: string;
  title: string;
  short: string;
  minutes: number;
}

/** What a decision is, what usually matters there, and the clause that rules it. */
export interface CoachCard {
  what: string;
  tip: string;
  clause: string;
}

/** A word of the game, explained. `also` has its other forms, as they appear in the log and on buttons. */
export interface Term {
  means: string;
  clause: string;
  also: string[];
}

/**
 * `cards` by phase; where a phase asks different things, `phase.move` is the card of a seat that may make that
 * move, as in the words, and `*.move` that of the move in whatever phase. `terms` by the word itself.
 */
export interface Coach {
  cards: Record<string, CoachCard>;
  terms: Record<string, Term>;
}

/** A stretch of text in one style; `clause` is the clause that it mentions, to link to. */
export interface Span {
  text: string;
  strong?: boolean;
  emphasis?: boolean;
  code?: boolean;
  clause?: string;
}

export interface Paragraph {
  kind: "paragraph";
  spans: Span[];
}

/** An entry of a list. `mark` is a number with its point, or nothing where order does not matter. */
export interface Item {
  kind: "item";
  mark: string;
  spans: Span[];
}

export interface Grid {
  kind: "table";
  head: (Span[])[];
  rows: ((Span[])[])[];
}

/** A numbered rule or ruling, which code, tests and refusals cite; `more` is what is set in below it. */
export interface Clause {
  kind: "clause";
  id: string;
  spans: Span[];
  more: (Paragraph | Item | Grid)[];
}

/** A worked example in a box of its own. */
export interface Example {
  kind: "example";
  blocks: (Paragraph | Item | Grid)[];
}

/** A heading and what stands under it. `level` is 1 for the title of the book, 2 for a chapter. */
export interface Section {
  title: string;
  level: number;
  anchor: string;
  blocks: Block[];
}

/**
 * One decision, or several small ones of the same seat; by their numbers or by their `text` (`bury pz07, done`).
 * Several are refused as a whole, or where the seat cannot know whether all of them are allowed.
 */
export interface Play {
  type: "play";
  actions?: number[];
  text?: string;
}

/**
 * Would `play` be allowed (or, with `undo`, taking back)? Answers `ok`, or `no` with the clause that forbids it;
 * nothing is played. With `forced`: is it this seat's turn alone, with one legal move only, and can everybody know
 * that? Then a move that comes at once tells nothing.
 */
export interface Check {
  type: "check";
  actions?: number[];
  text?: string;
  undo?: boolean;
  forced?: boolean;
}

/**
 * Take back the seat's latest `play`: while nobody else has gone on from it, nothing was dealt upon it, and nobody
 * learned anything hidden through it. Of choices made together, as long as somebody is still choosing.
 */
export interface Undo {
  type: "undo";
}

/** Ask a bot what it would do; where the table allows hints. The `ok` carries the hint. */
export interface AskHint {
  type: "hint";
}

/**
 * A line of chat; the game's own quick phrases are sent as their text. `channel`: one of the seat's own
 * (`eyes.channels`), which only some hear; otherwise everybody does.
 */
export interface Say {
  type: "say";
  text: string;
  channel?: string;
}

/** Put a bot into an empty seat, or change a bot's level, before the game starts. */
export interface AddBot {
  type: "add_bot";
  seat: number;
  level: string;
}

/** Empty a bot's or another person's seat before the game starts. */
export interface ClearSeat {
  type: "clear_seat";
  seat: number;
}

/** Leave the seat. Before the start it is empty again; in the middle of a game a bot plays it from here on. */
export interface Stand {
  type: "stand";
}

export interface Rename {
  type: "rename";
  name: string;
}

/** Start the game; every seat must be taken. */
export interface Start {
  type: "start";
}

/**
 * A bot plays on: in your own seat until you take it back; or in one whose owner has been away for a minute, until
 * they come back. Then its level is the table's `stand_in`.
 */
export interface HandOver {
  type: "hand_over";
  seat: number;
  level: string;
}

/** Play your own seat again. */
export interface TakeBack {
  type: "take_back";
}

/**
 * Agree (or no longer agree) to end the game without a result. It ends when everybody agrees who sat down and has
 * not left, those not counted who have been gone for longer than the table's `absence`.
 */
export interface Abandon {
  type: "abandon";
  agree: boolean;
}

/** A new table with the same people in the same seats. Seat tokens of this table are good at the new one. */
export interface Rematch {
  type: "rematch";
}

/**
 * Let reaction windows go by without being asked: all of them, or those of these phases. It never looks at what
 * the seat holds, and answers after the time that a thought takes, so that nobody can read anything from it.
 */
export interface AutoPass {
  type: "auto_pass";
  on: boolean;
  phases?: string[];
}

/** The first message on every connection. */
export interface Hello {
  type: "hello";
  protocol: number;
}

/**
 * Follow a table, in the seats that the tokens prove (none: as a spectator; several: a hot seat; the host's token
 * proves no seat but may set the table up). Answered by a `snapshot`, or `no`. `have` is the sequence number up to
 * which the browser already has the log. Watching again replaces the tokens.
 */
export interface Watch {
  type: "watch";
  table: string;
  tokens?: string[];
  have?: number;
}

export interface Unwatch {
  type: "unwatch";
  table: string;
}

/**
 * A command. `seat` picks one of the seats proven on this connection (null: the host's token). `seen` is the
 * sequence number on the screen when the choice was made. The same `cmd_id` sent again does nothing twice and gets
 * the same answer.
 */
export interface Do {
  type: "do";
  table: string;
  cmd_id: string;
  seat: number | null;
  seen: number;
  what: Command;
}

/** Answered by `pong`; a server that has missed a wake-up looks into the log. */
export interface Ping {
  type: "ping";
}

/** A move that may be made now: its number, what it means, its text (`bury pz07`) and the words on its button. */
export interface LegalMove {
  action: number;
  name: string;
  args: Record<string, unknown>;
  text: string;
  label: string;
}

/**
 * Something that happened, as this viewer may know it: facts that it may not know are not there. The catalogue
 * (`words.events[kind]`) has the sentence.
 */
export interface LogEvent {
  seq: number;
  kind: string;
  facts: Record<string, unknown>;
}

/** What somebody said; in a `channel`, to those who hear it. */
export interface ChatLine {
  seq: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  channel?: string;
}

/**
 * One place at the table. `stand_in` is the level of the bot that plays a person's seat while it is away;
 * `left` means that its person stood up in mid-game. `abandons`: agrees to end the game. `rat`: which of the rats
 * stands for its person.
 */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string;
  level: string | null;
  stand_in: string | null;
  left: boolean;
  abandons: boolean;
  rat: number;
}

/**
 * Each decision has `move_seconds` for nothing, then the bank runs; when it is empty the house decides. Small steps
 * that others cannot notice are one decision together.
 */
export interface ClockRules {
  move_seconds: number;
  bank_seconds: number;
}

/**
 * `bank[seat]` is what is left; for the seats in `running`, counted from `since`, first `move` then the bank.
 * Where the rules hide who still has to choose, every seat that may still be choosing is in `running`.
 */
export interface Clock {
  move: number;
  bank: number[];
  running: number[];
  since: number;
}

/**
 * What one viewer sees (seat null: a spectator): its own view, its own version of the events, its own moves.
 *
 * `events` are those after the sequence number that the browser had. `silence`: why this seat may not speak to
 * everybody now; `channels`: where it may speak to some.
 * `form`: waiting (not started), turn, together, window or over.
 */
export interface Eyes {
  seat: number | null;
  view: AnyView | null;
  legal: LegalMove[];
  events: LogEvent[];
  form: string;
  silence?: Silence | null;
  auto_pass?: AutoPass | null;
  channels?: Channel[];
}

/** What does not change at a table. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  seats: number;
  options: Record<string, unknown>;
  hints: boolean;
  undo: boolean;
  listed: boolean;
  clock: ClockRules | null;
  created: number;
  rules_version: number;
  stand_in: string;
  absence: number;
  deal_of: string;
}

/** All of a table. Events and chat after `since` only; what the browser had up to there stays good. */
export interface Snapshot {
  type: "snapshot";
  info: TableInfo;
  seq: number;
  since: number;
  status: Status;
  seats: SeatInfo[];
  host: boolean;
  eyes: Eyes[];
  chat: ChatLine[];
  here: number[];
  watchers: number;
  clock?: Clock | null;
  result?: Result | null;
  rematch?: string | null;
  away?: Record<string, number>;
}

/** One entry of the log: what changed, and nothing else. A field that is not there has not changed. */
export interface Update {
  type: "update";
  table: string;
  seq: number;
  at: number;
  eyes?: Eyes[];
  status?: Status;
  seats?: SeatInfo[];
  chat?: ChatLine;
  clock?: Clock;
  result?: Result;
  rematch?: string;
}

/**
 * Who is at the table right now: people's seats with an open connection, and how many spectators; `away` (seat to
 * moment) says since when the other people are not. `twice`: which of your own seats are open in another place too.
 * Not in the log.
 */
export interface Presence {
  type: "presence";
  table: string;
  here: number[];
  watchers: number;
  away: Record<string, number>;
  twice?: number[];
}

/**
 * A command was done and is durable. `seq` is the entry that it became (or the present one, where it became
 * none).
 */
export interface Ok {
  type: "ok";
  cmd_id: string;
  seq: number;
  hint?: Hint;
}

/** A command was not done, and nothing changed. `cmd_id` is empty where no command could be read. */
export interface No {
  type: "no";
  cmd_id: string;
  code: Refusal;
  text: string;
  clause?: string;
  table?: string;
  seq?: number;
}

/** The answer to `hello`. `now` is the server's clock, for showing time left. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  now: number;
}

/** Something everybody should know, such as a pause; an empty text takes the banner away. */
export interface Banner {
  type: "banner";
  text: string;
  paused: boolean;
}

/** The server has lost its place with this browser (a slow connection, a restart): connect or watch again. */
export interface Resync {
  type: "resync";
  table: string;
  text: string;
}

export interface Pong {
  type: "pong";
  now: number;
}

/** The body of every HTTP answer that is not a success. `code` as in the WebSocket's `no`. */
export interface Problem {
  code: string;
  text: string;
  clause: string;
}

/** A strength of bot: its id, its name and what to expect of it. */
export interface LevelInfo {
  id: string;
  name: string;
  says: string;
}

/**
 * GET /api/shelf: the boxes on the shelf, and the bots. `lessons` says by game what can be learnt, and how long it
 * takes.
 */
export interface Shelf {
  games: Info[];
  levels: LevelInfo[];
  protocol: number;
  version: string;
  lessons: Record<string, LessonInfo[]>;
}

/** GET /api/shelf/<game>: all that is in the box. `cards` is the components file, as data. */
export interface Box {
  info: Info;
  options: Option[];
  words: Words;
  rulebook: Section[];
  cards: Record<string, unknown>;
  coach: Coach;
}

/** GET /api/shelf/<game>/lessons: what the lesson player plays. */
export interface Lessons {
  lessons: Lesson[];
}

export interface BotSeat {
  seat: number;
  level: string;
}

/**
 * POST /api/tables. With a `name`, its owner sits down in seat 0. `start` needs every seat taken. With `deal_of`,
 * a finished game with the same seats and options, chance gives what it gave there, as long as it can. `stand_in`: the
 * level of the bot that plays on for somebody who is away. `circle`: a member's key; the table is their circle's.
 */
export interface CreateTable {
  game: string;
  seats?: number | null;
  options?: Record<string, unknown>;
  name?: string | null;
  bots?: BotSeat[];
  start?: boolean;
  hints?: boolean;
  listed?: boolean;
  clock?: ClockRules | null;
  deal_of?: string | null;
  undo?: boolean;
  stand_in?: string;
  rat?: number;
  circle?: string | null;
}

/** POST /api/check: whether a table could be made with these house rules. Nothing is made. */
export interface HouseRules {
  game: string;
  seats?: number | null;
  options?: Record<string, unknown>;
}

/** What is wrong with house rules, and which of them it is about; both are empty where a table could be made. */
export interface Fit {
  option: string;
  says: string;
}

/**
 * The `host` token may set the table up; `token` is seat 0's, if a name was given. Keep them: the server cannot
 * tell them again.
 */
export interface Created {
  table: string;
  host: string;
  seat: number | null;
  token: string | null;
}

/**
 * POST /api/tables/<table>/sit. Without a `seat`, the first empty one. `circles`: the keys that this browser has of
 * its circles; if the table is one of theirs, the seat is its member's, and if not, nobody hears of it.
 */
export interface Sit {
  name: string;
  seat?: number | null;
  rat?: number;
  circles?: string[];
}

/** `circle`: whose member sits there, if one of the keys proved it. */
export interface Seated {
  seat: number;
  token: string;
  circle: string;
}

/**
 * GET /api/tables/<table>, and in lists: a table from outside. `waiting`: the seats that are asked, as far as
 * everybody may know.
 */
export interface TableCard {
  info: TableInfo;
  status: Status;
  seq: number;
  seats: SeatInfo[];
  waiting: number[];
  result: Result | null;
  rematch: string | null;
  ended: number | null;
}

/** GET /api/tables: listed tables that wait for players or may be watched. GET /api/recent: finished games. */
export interface Tables {
  tables: TableCard[];
}

export interface Key {
  table: string;
  token: string;
}

/** POST /api/mine: the tokens that this browser keeps. */
export interface Mine {
  keys: Key[];
}

/**
 * A table of yours: which seat the token proves (null: the host's), and whether it is asked now. `circle`: whose
 * member you are in that seat.
 */
export interface MyTable {
  table: TableCard;
  seat: number | null;
  your_turn: boolean;
  last: number;
  circle: string;
}

/** Tables whose token is good, those that wait for you first; `gone` are ids that do not exist or not for you. */
export interface MyTables {
  tables: MyTable[];
  gone: string[];
}

/**
 * GET and POST /api/reach: where a link works. It begins with `origin` and works on this `machine`, in the local
 * `network` or `anywhere`. `switch`: whether whoever asks may open the server to the local network and shut it;
 * `open`: whether it is.
 */
export interface Reach {
  origin: string;
  works: "anywhere" | "machine" | "network";
  switch: boolean;
  open: boolean;
}

/**
 * POST /api/reach, for the owner of the server alone: open it to the local network, or shut it. Without `open` it
 * only asks whether the key is the owner's.
 */
export interface Flip {
  key: string;
  open?: boolean | null;
}

/** Where a browser's push service takes messages for it, and how they are sealed (RFC 8291). */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** GET /api/notices: the key that a browser's push service has to be told. */
export interface PushKey {
  key: string;
}

/**
 * POST /api/notices: tell this browser when it is the move of one of these seats and nobody is there; or, with
 * `on` false, tell it nothing any more.
 */
export interface Notices {
  subscription: Subscription;
  keys?: Key[];
  on?: boolean;
}

/** For how many seats it will be told. */
export interface Noticed {
  seats: number;
}

/**
 * One step of a replay: who moved (-1: the Dealer alone; null: hidden), the moves that the viewer saw, what
 * happened, and the views after it: one, or every seat's where all is open.
 */
export interface Frame {
  seq: number;
  at: number;
  by: number | null;
  moves: Move[];
  events: LogEvent[];
  views: AnyView[];
  waiting: number[];
}

/**
 * GET /api/games/<table>/replay?viewer=all|watcher|0|1...&from=0&count=100: frames of a finished game.
 * `total` is how many there are; frame 0 is the start.
 */
export interface Replay {
  card: TableCard;
  viewer: string;
  total: number;
  first: number;
  frames: Frame[];
}

/**
 * GET /api/games/<table>/scores: each seat's score if the game had ended there; `scores[i]` after the log's entry
 * `seqs[i]`, one per frame of the replay.
 */
export interface Scores {
  seqs: number[];
  scores: (number[])[];
}

/** A seat's chance of winning when it was asked, in frame `step` of the replay, from what it knew. */
export interface ChancePoint {
  step: number;
  seat: number;
  chance: number;
}

/**
 * A decision that gave something away: made in frame `step` of the replay, from a chance of `chance`, of which
 * `lost` was lost; `better` would have been worth more.
 */
export interface Costly {
  step: number;
  seat: number;
  played: LegalMove;
  better: LegalMove;
  chance: number;
  lost: number;
}

/**
 * A finished game looked at again: the chances of each seat whenever it had a choice, and of each person the three
 * decisions that cost most, the dearest first. `seconds`: how long each was thought about.
 */
export interface Analysis {
  points: ChancePoint[];
  costly: Costly[];
  seconds: number;
}

/** GET and POST /api/games/<table>/analysis: whether it has been made, and how far it is. POST has it made. */
export interface Progress {
  state: "making" | "none" | "ready" | "waiting";
  done: number;
  total: number;
  analysis: Analysis | null;
}

/** POST /api/games/<table>/analysis: nothing needs to be said. */
export interface Again {
}

/**
 * GET /api/games/<table>/export and POST /api/games: a finished game as a file. `moves` are [seat, action] pairs,
 * -1 for the Dealer's outcomes; `entries` says how many of them belong to each step of the replay, the set-up
 * first.
 */
export interface GameFile {
  format: "mischief-game";
  version: 1;
  game: string;
  rules_version: number;
  seats: number;
  options: Record<string, unknown>;
  names: string[];
  moves: ([number, number])[];
  entries: number[];
  bots?: (string | null)[];
  started?: number;
  ended?: number;
  abandoned?: boolean;
}

export interface Imported {
  table: string;
}

/** A seat's move (-1: the Dealer's outcome) by its number or its text. */
export interface SandboxMove {
  seat: number;
  action?: number | null;
  text?: string | null;
}

/**
 * POST /api/sandbox: nothing is kept. Begins from a full-information `position`, from the start of `game`, or from
 * the finished game `replay` after its step `at`; makes the `moves`; then, with `auto` seats, lets the house play
 * these (at most `house_moves` of their decisions) until another seat is asked. Chance that `moves` does not script
 * comes from `seed`. Of the steps made, those from `told_from` on are told.
 */
export interface Sandbox {
  game?: string | null;
  seats?: number | null;
  options?: Record<string, unknown>;
  position?: Record<string, unknown> | null;
  replay?: string | null;
  at?: number;
  moves?: SandboxMove[];
  auto?: number[];
  house_moves?: number;
  told_from?: number;
  seed?: number;
  viewer?: number | null;
}

/** What one move of a sandbox did; `by` is -1 for the Dealer. */
export interface SandboxStep {
  by: number;
  move: Move;
  events: LogEvent[];
  view: AnyView;
}

/** Which of the `moves` (from 0) is not legal, and why. */
export interface SandboxRefusal {
  index: number;
  text: string;
  clause: string;
}

/**
 * `steps` has every move made that is to be told, in order, with the viewer's view after each; `views` is every
 * seat's view of how it stands now; `legal` is per seat that is asked. Where one of the `moves` is not legal,
 * `refusal` says why and those before it stand.
 */
export interface SandboxAnswer {
  position: Record<string, unknown>;
  start: AnyView;
  steps: SandboxStep[];
  view: AnyView;
  views: AnyView[];
  actors: number[];
  legal: Record<string, LegalMove[]>;
  form: string;
  result: Result | null;
  refusal: SandboxRefusal | null;
}

/** POST /api/circles: a new circle, and its first member. */
export interface OpenCircle {
  title: string;
  name: string;
  rat?: number;
}

/** POST /api/circles/join: become a member, with the circle's link. */
export interface JoinCircle {
  link: string;
  name: string;
  rat?: number;
}

/**
 * What a browser keeps of a circle: `key` proves the member, `link` invites others (empty if it is not known). The
 * server cannot tell them again.
 */
export interface CircleKey {
  circle: string;
  title: string;
  member: number;
  key: string;
  link: string;
}

/** How one comes in: a member by their key, anybody by the link. */
export interface Pass {
  key?: string | null;
  link?: string | null;
}

/** POST /api/circles/me: how a member is called, and which rat stands for them. */
export interface MyFace {
  key: string;
  name: string;
  rat?: number;
}

/**
 * POST /api/circles/renew: the first member makes another link; the old one leads nowhere from then on, and those
 * who are members stay so.
 */
export interface RenewLink {
  key: string;
}

export interface Link {
  link: string;
}

/** POST /api/circles/leave: a member goes, or the first member takes somebody's key away. What they played stays. */
export interface LeaveCircle {
  key: string;
  member: number;
}

/** POST /api/circles/export: every finished game, as a `CircleFile` or as a table with a line for each seat. */
export interface ExportCircle {
  key?: string | null;
  link?: string | null;
  form?: "csv" | "json";
}

/** Somebody of a circle, known by a number; names may change. `gone`: no longer one. */
export interface Member {
  number: number;
  name: string;
  rat: number;
  joined: number;
  gone: boolean;
}

/** The answer to POST /api/circles/leave: who is left, and who has gone. */
export interface Members {
  members: Member[];
}

/** A seat of a finished game: a member's (by number), a guest's, or a bot's (its level). */
export interface PastSeat {
  name: string;
  member: number | null;
  bot: string | null;
  place: number;
  score: number;
  won: boolean;
}

/**
 * A finished game of a circle: all that standings and records are made from. `together`: all won or all lost.
 * `rated`: whether it counts for strength; a deal that was known before does not. `how`: with what it was won.
 */
export interface PastGame {
  table: string;
  game: string;
  title: string;
  ended: number;
  together: boolean;
  rated: boolean;
  how: string;
  seats: PastSeat[];
}

/**
 * How strong a member is in a game (openskill's mean, 25 at first), and how sure that is: the truth lies between
 * `strength` - `give` and `strength` + `give` 19 times of 20. `rated` games made it; of all `games` so many were
 * `won`.
 */
export interface Standing {
  member: number;
  strength: number;
  give: number;
  rated: number;
  games: number;
  won: number;
}

/** A record: what it is about, whose it is, and the game it was set in. */
export interface Best {
  what: "margin" | "score";
  member: number;
  amount: number;
  table: string;
  ended: number;
}

/**
 * One game's standings, the surest strength first, and its records. `won`: of the games played together, if it is
 * such a game.
 */
export interface GameNumbers {
  game: string;
  title: string;
  together: boolean;
  games: number;
  won: number;
  standings: Standing[];
  records: Best[];
}

/** Games won in a row, over all games: now, and at best. */
export interface Streak {
  member: number;
  now: number;
  best: number;
}

/** Two members at the same tables: who was ahead how often. Games that are won together are not counted. */
export interface Duel {
  one: number;
  other: number;
  ahead: number;
  behind: number;
  level: number;
}

/** All that is reckoned from the finished games, and from nothing else. */
export interface Numbers {
  games: GameNumbers[];
  streaks: Streak[];
  duels: Duel[];
}

/**
 * POST /api/circles/see. `me`: who the key proves; null for somebody who has only the link. `games` are the latest,
 * of `total`; `numbers` are made from all.
 */
export interface Circle {
  circle: string;
  title: string;
  created: number;
  me: number | null;
  members: Member[];
  tables: TableCard[];
  games: PastGame[];
  total: number;
  numbers: Numbers;
}

/** A circle as a file. The numbers can be made again from the games. */
export interface CircleFile {
  format: "mischief-circle";
  version: 1;
  title: string;
  members: Member[];
  games: PastGame[];
  numbers: Numbers;
}

export interface CarriedSeat {
  table: string;
  token: string;
  seat?: number | null;
  name?: string;
}

export interface CarriedCircle {
  circle: string;
  title: string;
  member: number;
  key: string;
  link?: string;
}

/** POST /api/carry: who somebody is, as their browser keeps it: name, rat, the keys of seats and circles. */
export interface Baggage {
  name?: string;
  rat?: number;
  seats?: CarriedSeat[];
  circles?: CarriedCircle[];
}

/** The code under which it can be fetched, once, until then. */
export interface Carried {
  code: string;
  until: number;
}

/**
 * POST /api/carry/take: what was left under a code, which is good no more. POST /api/carry/look: is it still
 * there?
 */
export interface Code {
  code: string;
}

export interface Waits {
  waits: boolean;
}

export type Status = "waiting" | "playing" | "over" | "abandoned";

export type Refusal = "malformed" | "too_large" | "too_fast" | "old_client" | "unknown_table" | "unknown_circle" | "unreadable" | "not_yours" | "stale" | "refused" | "silence" | "not_now" | "taken" | "paused" | "full";

export type Block = Paragraph | Item | Grid | Clause | Example;

export type Command = Play | Check | Undo | AskHint | Say | AddBot | ClearSeat | Stand | Rename | Start | HandOver | TakeBack | Abandon | Rematch | AutoPass;

export type FromBrowser = Hello | Watch | Unwatch | Do | Ping;

export type FromServer = Welcome | Snapshot | Update | Presence | Ok | No | Banner | Resync | Pong;

/**
 * The same for every seat and for a spectator: the names are those of a position (PZ-13.1). Face-up cards are in
 * the order of their reveal; the bag (`draw`), the piles and the discard pile in order of card id. `totals` are the
 * numbers printed on the score card.
 */
export interface PiratzView {
  active: number | null;
  round: number;
  final_round: boolean;
  idle: boolean;
  spades: boolean[];
  faceup: string[];
  buried: ([string, number])[];
  middle: number[];
  piles: (string[])[];
  discard: string[];
  draw: string[];
  last_revealed: string | null;
  cubes: Record<string, string[]>;
  won: (string[])[];
  treasure: number | null;
  totals: number[];
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
}

/** A piece as the viewer knows it: kind and value may be hidden until the ceremony (HT-R.23). */
export interface HighTeaPieceView {
  source: string;
  spent: number;
  kind: string | null;
  value: number | null;
}

/**
 * One rat. `supplies` and `nest_places` only of the viewer's own sheet, until the ceremony shows them all;
 * `known` are the public bounds [lo, hi] of each count, hi None for no bound.
 */
export interface HighTeaRatView {
  vocation: string | null;
  nests: number;
  pieces: HighTeaPieceView[];
  known: ((number | null)[])[];
  supplies: number[] | null;
  nest_places: string[] | null;
  finished: boolean;
  awards: number | null;
}

/** A goal at the ceremony: what each rat measured (None for a rat that does not count), and its awards. */
export interface HighTeaJudgedView {
  goal: string;
  measures: (number | null)[];
  awards: number[];
}

/** Goals, dice, calls and requests are open; sheets are secret but for what was said aloud. */
export interface HighTeaView {
  turn: number;
  turns: number;
  ship_name: string;
  host: number | null;
  goals: string[];
  measures: (number | null)[];
  roll: number[] | null;
  scavenge_no: number | null;
  called: string | null;
  announced: (number | null)[] | null;
  queue: number[];
  asking: (number | string)[] | null;
  taken: ((number | string)[])[];
  draft: (number[])[] | null;
  hat_from: number | null;
  chosen: string[];
  rats: HighTeaRatView[];
  ceremony: HighTeaJudgedView[] | null;
  winner: number | null;
  flipper: number | null;
  coin: string | null;
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
}

/** A seat as everybody sees it; `hand`, `laid` and `tokens` are there where the viewer may know them. */
export interface RattusCartusSeatView {
  hand_size: number;
  hand: string[] | null;
  rats: number;
  token_count: number;
  tokens: number[] | null;
  seen: number[];
  influence: number[];
  supply: number | null;
  slot: number | null;
  space: number | null;
  laid_count: number;
  laid: string[] | null;
  strength: number | null;
  answered: boolean;
}

/** A move of cards that can be followed: `took`, `showed` or `gave` (its cards only for giver and receiver). */
export interface RattusCartusTraced {
  what: string;
  seat: number;
  kind?: string | null;
  count?: number;
  cards?: string[] | null;
  receiver?: number | null;
  hand?: number | null;
  pile?: number | null;
}

/**
 * The table from one side. `part` is the phase of the round; `slot` the building being resolved; `due` what the
 * present decision still asks for; `taker` who receives the cards being given; `barred` the Nun-row slot that the
 * present look may not name again. `picks` and `answer` are the viewer's own. The last four are its memory.
 */
export interface RattusCartusView {
  part: string;
  round: number;
  rounds: number;
  final: boolean;
  start: number | null;
  row: string[];
  building_deck: number;
  replacement: number;
  replacement_bottom: string[];
  buildings_unseen: string[];
  building_discard: string[];
  deck_size: number;
  discard: Record<string, number>;
  supplies: Record<string, number>;
  token_pool: number;
  nun_row: (string | null)[];
  ranking: Record<string, number[]>;
  seats: RattusCartusSeatView[];
  line: number[];
  entries: number[];
  acting: number | null;
  slot: number | null;
  due: number;
  taker: number | null;
  premium: number | null;
  barred: number | null;
  picks: string[];
  answer: number | null;
  rat_display: string;
  points: number[] | null;
  located: Record<string, number>;
  own_drawn: Record<string, number>;
  deck_made: Record<string, number>;
  trace: RattusCartusTraced[];
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
}

/** A group: its open row, and its diet for those who may know it. */
export interface DoctorRatGroupView {
  identity: string | null;
  seats: number[];
  speaker: number;
  has_diet: boolean;
  diet: Record<string, unknown> | null;
  row: (Record<string, unknown>)[];
  medicine: number | null;
  crosses: number;
  run: number;
  pending: Record<string, unknown> | null;
  ghosts: (Record<string, unknown>)[];
}

/** A choice under way. `voted` who, not how; `mine` the viewer's own vote. */
export interface DoctorRatVoteView {
  chair: number;
  voters: number[];
  proposal: (Record<string, unknown>)[];
  next_group: number | null;
  voted: number[];
  mine: string | null;
  tried: number[];
}

/**
 * What a seat may do with its voice now. `channels` are those it may write in: `open` is heard by all, `team` by
 * its team (Colleagues only). `think_aloud` invites it to talk while it chooses (DR-12.5).
 */
export interface DoctorRatSpeech {
  channels: string[];
  sentence: string | null;
  clause: string | null;
  think_aloud: boolean;
}

/** How it ended, and the diagnostics of DR-14.2. */
export interface DoctorRatEnding {
  win: boolean;
  reason: string;
  group: number | null;
  meals_completed: number;
  crosses: number[];
  covered: number[];
  tokens_used: number;
  candidates_left: number[];
  exam_good: (boolean | null)[];
  verdicts: (Record<string, unknown>)[];
}

/**
 * Open cards for all; stock, picks, diets and removed cards for the Doctor; of a colleague, the other's diet.
 * `unseen` are the cards that this seat cannot place: pile, stock, removed cards and others' hands together.
 */
export interface DoctorRatView {
  variant: string;
  options: Record<string, unknown>;
  doctor: number | null;
  meal: number;
  first_player: number | null;
  groups: DoctorRatGroupView[];
  centre: string[];
  trash: string[];
  pile_size: number;
  stock_size: number;
  removed_size: number;
  stock: string[] | null;
  picked: string[] | null;
  extra: string | null;
  removed: string[] | null;
  unseen: string[];
  discards: string[];
  madness: Record<string, unknown> | null;
  strict: Record<string, unknown> | null;
  claims: (Record<string, unknown>)[];
  bans: (Record<string, unknown>)[];
  predictions: string[];
  predicting: Record<string, unknown> | null;
  tokens: Record<string, number>;
  complication_supply: string[];
  vote: DoctorRatVoteView | null;
  window: string | null;
  setup: (Record<string, unknown>)[];
  good_for: Record<string, boolean[]> | null;
  speech: DoctorRatSpeech;
  ending: DoctorRatEnding | null;
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
}

/** A crew member on the table; `strength` counts Spinach, `price` is what luring it costs. */
export interface PieRatsRat {
  id: string;
  strength: number;
  loyalty: number;
  price: number;
  sideways: boolean;
  spinach: boolean;
}

export interface PieRatsLootedPie {
  seat: number;
  pie: string;
  round: number;
}

/** A lure being declared, or waiting for answers. */
export interface PieRatsLure {
  seat: number;
  targets: string[];
  pay: string[];
}

/** A loot called or announced; `pie` is None until it is named. */
export interface PieRatsLoot {
  seat: number;
  pie: string | null;
  send: string[];
  called: boolean;
}

/** A window: who is asked now, and who has passed since the last play. */
export interface PieRatsWindow {
  kind: string;
  next: number;
  passed: number[];
}

/**
 * `hand` and `hand_ages` are the viewer's own, in the order drawn; of the others only the sorted `ages` are known.
 * `aside` are the cards that the viewer has set aside while getting ready, `done` whether it has finished.
 */
export interface PieRatsView {
  round: number;
  lead: number | null;
  turn: number | null;
  captains: (string | null)[];
  hand: string[];
  hand_ages: number[];
  ages: (number[])[];
  reshuffles: number;
  crews: (PieRatsRat[])[];
  charisma: (string[])[];
  charisma_totals: number[];
  strengths: number[];
  declared: (string | null)[];
  draw: number;
  discard: string[];
  pie_pile: number;
  sill: string[];
  loots: PieRatsLootedPie[];
  scores: number[];
  stall: number;
  lure: PieRatsLure | null;
  loot: PieRatsLoot | null;
  window: PieRatsWindow | null;
  aside: string[];
  done: boolean;
  seat: number | null;
  phase: string;
  waiting: number[];
  over: boolean;
}

/** Each game's view, by the game's id. */
export interface Views {
  piratz: PiratzView;
  "high-tea": HighTeaView;
  "rattus-cartus": RattusCartusView;
  "doctor-rat": DoctorRatView;
  "pie-rats": PieRatsView;
}

export type GameId = keyof Views;
export type AnyView = Views[GameId];
