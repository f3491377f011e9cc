// Every text of the page that the server does not send, in one place. A game's own are in its folder.

const secondsLeft = (seconds: number) => (seconds === 1 ? "1 second" : `${seconds} seconds`);

export const texts = {
  site: "Pyramidion",
  motto: "Five games of pyramids and Egypt. Play with friends, family or a bot.",
  skip: "Skip to content",
  loading: "Loading…",
  again: "Try again",
  unreachable: "Can't reach the server.",
  answered: (status: number) => `The server answered with error ${status}.`,

  // Where there is nothing to be seen
  nowhere: {
    home: "Choose a game",
    page: "Page not found",
    pageWords: "Nothing lives at this address. The link may be incomplete or out of date.",
    game: "No such game",
    gameWords: (name: string) => `Pyramidion has no game called “${name}”.`,
    table: "There is no game here",
    tableWords: "The link may be incomplete, or the game was removed from this server.",
    closed: "This server is closed to you right now",
    closedWords: "It doesn't accept games from this address. Ask whoever runs it for the right link.",
    crowded: "Too many pages are open",
    crowdedWords: "This server has a limit for each network. Close some of its pages, then try again.",
    away: "Can't reach the server",
    awayWords: "You may be offline, or the server is down. Every move is saved, and this page reconnects automatically.",
    lesson: "No lesson here",
    unfinished: "This game isn't finished yet",
    toTable: "Go to the game",
  },

  opening: "Setting up the game…",
  preparing: (title: string, seconds: number | null) =>
    `Preparing ${title}…` + (seconds === null ? "" : ` about ${secondsLeft(Math.max(1, Math.ceil(seconds)))} left`),
  compiling: "The first game takes a few seconds longer while its rules are compiled.",

  // Header
  yourName: (name: string) => `You are ${name}. Change your name`,
  nameTitle: "What should we call you?",
  nameLabel: "Your name",
  accountDoor: { make: "Create an account or sign in", open: "Your account" },
  profile: "Your profile",
  friends: "Friends",
  leaderboards: "Leaderboards",
  fairPlay: "Fair play",
  save: "Save",
  cancel: "Cancel",
  close: "Close",
  theme: { "": "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  sound: "Sound",

  // Home
  games: "Games",
  rival: "Level",
  levels: {
    order: "From the weakest to the best.",
    how: "How are the levels made?",
    made: [
      "Every level looks ahead in the same way. The weaker ones look less far, and now and then they choose a move that looks nearly as good to them as the best one: small mistakes are common, big ones rare. None of them misses a move that wins at once.",
      "Pharaoh never errs on purpose, and thinks for up to a second and a half. In Egyptian War the levels differ in how fast and how attentive they are.",
      "The steps between them were measured in games of bots against bots. Nobody has measured them against people yet.",
    ],
  },
  playBot: (bot: string) => `Play against ${bot}`,
  invite: "Invite a friend",
  findOpponent: "Find an opponent",
  puzzlesDoor: "Puzzles: find the best move",
  labDoor: "The lab: change a rule, and see what it does",
  options: "Options",
  learn: "Learn",
  rules: "Rules",
  people: (seats: number[]) => (seats.length === 1 ? `${seats[0]} players` : `${seats[0]}–${seats.at(-1)} players`),
  yourTables: "Your games",
  yourGames: "Recent games",
  yourTurn: "Your turn",
  theirTurn: "Their turn",
  waitingFor: "Waiting for players",
  join: "Join",
  lobby: "Lobby",
  waitingTables: "Open games",
  liveTables: "Live games",
  watch: "Watch",
  nobodyPlays: "No public games right now.",

  // A new game
  newTable: (game: string) => `New game: ${game}`,
  presets: "Ways to play",
  seats: "Players",
  howMany: "Number of players",
  me: "You",
  anybody: "Anyone with the link",
  clock: "Clock",
  clocks: { none: "No clock", move: "Per move", total: "Per player, whole game" },
  seconds: "Seconds per move",
  minutes: "Minutes per player",
  increment: "Seconds added per move",
  listed: "Public: listed in the lobby",
  byLot: "Draw sides at random",
  byLotMeaning: "The side decides who goes first.",
  player: (number: number) => `Player ${number}`,
  listedMeaning: "Otherwise only people with the link can join or watch.",
  position: "Start from a position",
  positionMeaning: "Paste one line of the game's notation. It includes the options.",
  ruling: (ids: string) => `${ids.includes(",") ? "Rules" : "Rule"} ${ids}`,
  usual: "default",
  openTable: "Start game",
  playRules: "Play",

  // Lessons
  lesson: {
    title: (game: string) => `Learn ${game}`,
    door: "New here? Learn a game in five minutes.",
    all: "Learn by playing",
    what: "Five minutes per game, on the real board. You can't break anything.",
    none: (game: string) => `No lesson for ${game} yet.`,
    you: "You",
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    goOn: (at: number, of: number) => `Continue at step ${at} of ${of}`,
    done: "✓ Done",
    left: (steps: number) => (steps === 1 ? "1 step left" : `${steps} steps left`),
    right: ["Right.", "Exactly.", "Well spotted.", "Yes!", "Good.", "That's it.", "Nicely done."],
    wrong: "Not quite.",
    refused: "You can't do that.",
    retry: "Try again",
    showMe: "Show me",
    next: "Next",
    skip: "Skip",
    back: "Previous step",
    words: "Instructions",
    rulings: (ids: string[]) => `More in the rules: ${ids.join(", ")}`,
    end: "Well done!",
    almost: "Almost there",
    skipped: (titles: string[]) =>
      `You skipped ${titles.length === 1 ? "one step" : `${titles.length} steps`}: ${together(titles)}.`,
    catchUp: (steps: number) => (steps === 1 ? "Do the skipped step" : "Do the skipped steps"),
    playBot: "Play against a bot",
    again: "Start over",
    others: "More lessons",
  },

  // During a game
  you: "you",
  empty: "Open seat",
  away: "away",
  isProgram: "bot",
  heldByBot: (bot: string) => `${bot} is filling in`,
  looksOn: "You're watching.",
  waitingRoom: "Waiting for players",
  waitingWords: "Send this link to a friend. The game starts when every seat is taken.",
  copy: "Copy link",
  copied: "Copied",
  share: "Share",
  qr: "Scan to join: QR code",
  link: "Invite link",
  moves: "Moves",
  noMoves: "No moves yet.",
  dealt: "The pieces are dealt.",
  lookingBack: (n: number, of: number) => `Viewing move ${n} of ${of}`,
  backToNow: "Latest move",
  first: "Start",
  before: "Previous move",
  after: "Next move",
  hint: "Hint",
  thinking: "Thinking…",
  hintTitle: "Hint",
  hintExact: "Hint: exact, this position is solved",
  win: (chance: number) => `${Math.round(chance * 100)}%`,
  winLabel: "winning chances",
  undo: "Undo",
  undoAsk: "Ask for an undo",
  undoAsked: "You asked for an undo.",
  undoWish: (who: string) => `${who} would like an undo.`,
  rematch: "Rematch",
  rematchAsked: "You asked for a rematch. Waiting for the others.",
  rematchWish: (who: string) => `${who} would like a rematch.`,
  toRematch: "Go to the rematch",
  agree: "Accept",
  decline: "Decline",
  resign: "Resign",
  resignSure: "Resign this game?",
  resignYes: "Resign",
  leave: "Leave the game",
  chat: "Chat",
  say: "Type a message",
  send: "Send",
  mute: (who: string) => `Mute ${who}`,
  unmute: (who: string) => `Unmute ${who}`,
  silence: "No messages yet.",
  record: "Download game record",
  fair: "Provably fair: the server committed to its dice with this code before the game, so you can verify them afterwards.",
  actions: "Legal moves",
  noActions: "No legal moves right now.",
  readBoard: "Board as text",
  read: "Board as text",
  readKey: "F2",
  confirmSetting: "Confirm each move",
  confirm: (action: string) => `Confirm ${action}?`,
  confirmYes: "Confirm",
  reconnecting: "Connection lost. Your game is saved.",
  retryIn: (seconds: number) => (seconds > 0 ? `Reconnecting in ${seconds} s…` : "Reconnecting…"),
  retryNow: "Reconnect now",
  watching: (n: number) => `${n} watching`,
  result: "Result",
  winner: "won",
  level: "draw",
  won: "You won!",
  lostGame: "You lost.",
  drawn: "Draw.",
  settings: "Settings",
  // Reviewing a finished game
  review: {
    open: "Review the game",
    title: (game: string) => `Review: ${game}`,
    toTable: "Back to the game",
    scrubber: "Position in the game",
    at: (n: number, of: number) => `${n} of ${of}`,
    atFog: (n: number) => `Move ${n}`,
    beginning: "Start of the game.",
    play: "Play",
    pause: "Pause",
    last: "Last move",
    speed: "Speed",
    speeds: { 0.5: "slow", 1: "normal", 2: "fast", 4: "very fast" } as Record<number, string>,
    eyes: "Seen by",
    everybody: "all players (nothing hidden)",
    chances: "Winning chances",
    chancesMeaning: "Estimated by a short search that knows only what the player to move could know. It can be wrong.",
    workingOn: "Analysing…",
    working: (done: number, of: number) => `Analysing position ${done} of ${of}…`,
    figures: "Show as a table",
    event: "Move",
    graph: (title: string) => `${title} over the whole game. Use the arrow keys to go from point to point.`,
    percent: (share: number) => `${Math.round(share * 100)}%`,
    standing: (names: string[], shares: number[]) =>
      names.map((name, i) => `${name} ${Math.round(shares[i]! * 100)}%`).join(", "),
    decisive: "Decisive moment",
    turning: "Turning points",
    noTurning: "No big mistakes found.",
    lost: (name: string, share: number) => `${name}: winning chances down ${Math.round(share * 100)} points`,
    did: (told: string) => `Played: ${told}`,
    better: (told: string) => `Better: ${told}`,
    playOn: "Continue from here",
    playOnMeaning: "Starts a new game from this position, with fresh luck.",
    seat: "You play",
    rivals: "Opponents",
    playOnGo: "Continue from here",
    ended: "The game ended here. Go back a move or more to continue from there.",
    share: "Share",
    link: "Link to this position",
  },
  verify: {
    noRecord: "This file isn't a game record that can be verified.",
    title: "Verify a game",
    this: "Verify this game",
    again: "Verify again",
    file: "Verify a game record from a file",
    drop: "Choose a game record or drop one here. It stays in your browser; only the moves are sent, and the server answers with the odds.",
    working: "Checking the dice…",
    green: "Verified: every throw matches what the server committed to before the game.",
    red: "Not verified: this record doesn't match what the server committed to.",
    insecure: "Browsers can do this only over HTTPS or on localhost. The command pyramidion verify works anywhere.",
    steps: {
      secret: ["The secret matches the server's commitment.", "The secret doesn't match the commitment in the record."],
      salts: [
        "No salt was chosen after others were revealed.",
        "A salt doesn't match the commitment made before the others were revealed.",
      ],
      numbers: [
        "Event numbers only go up: no throw was picked out of several.",
        "Event numbers don't always go up: a throw may have been picked out of several.",
      ],
      dice: [
        "Every throw and draw follows from the secret, the salts and the event's number.",
        "A throw or draw isn't what the dice gave.",
      ],
      rules: ["Every event follows the rules.", "An event breaks the rules."],
      seal: ["The record hasn't changed since it was sealed.", "The record was changed after it was sealed."],
    } as Record<string, [string, string]>,
    notReached: "not checked",
    checked: (dice: number, called: number) =>
      `${dice === 1 ? "1 throw or draw" : `${dice} throws and draws`} checked${called ? `, ${called} decided by the slap judge` : ""}.`,
    takenBack: (n: number) =>
      n === 1
        ? "1 move was undone during the game; everything after it was thrown again."
        : `${n} moves were undone during the game; everything after them was thrown again.`,
    difference: (n: number, thrown: string, written: string) =>
      `Event ${n + 1}: the dice gave “${thrown}”, but the record says “${written}”.`,
    salts: (n: number) =>
      n
        ? `${n === 1 ? "1 player's salt" : `${n} players' salts`} went into the dice. The server didn't know ${n === 1 ? "it" : "them"} when it committed.`
        : "No player's salt went into these dice: they are the server's alone.",
    seen: "This browser saw this commitment before the first move.",
    otherSeen: "Before the first move, this browser saw a different commitment.",
    unseen: "This browser didn't see the commitment before the game. Anyone who did can compare it:",
    uncommitted: "In this older record, the last player to join could have chosen their salt after seeing the others.",
    ownSalt: "Your salt is among them.",
    sameSalts: "When it was revealed, everyone had committed to the salts in the record.",
    otherSalts: "When it was revealed, this browser saw different salt commitments from those in the record.",
    noOwnSalt: "This browser's salt is not among them.",
    limitsTitle: "What this proves and what it doesn't",
    limits: [
      "Before the first move the server published a hash of its secret; only then did the players commit to salts of their own, which were revealed once all had. Every throw and draw is an HMAC-SHA256 with that secret over the salts and the event's number. So the server couldn't choose them, and nobody could predict them without the secret.",
      "Your browser computed all of this itself. The odds come from this server's rules; pyramidion verify checks those too, on your own machine.",
      "It doesn't prove that the server kept its secret during the game, or who the players were.",
      "The seal protects the record only while the secret is secret. The secret is public now, so anyone could change a player's move in a way that fits the rules and the dice, and seal the record again.",
    ],
  },

  // The best and the worst move of everybody
  highlights: {
    title: "Best and worst moves",
    best: "Best:",
    worst: "Worst:",
    ahead: (by: number) => `${Math.max(1, Math.round(by * 100))}% better than the next`,
    lost: (by: number) => `winning chances down ${Math.max(1, Math.round(by * 100))} points`,
    noBest: "no move stood out",
    noWorst: "no mistakes",
  },

  // The end of a game
  ending: {
    you: "You",
    opponent: "New opponent",
    match: (scores: [string, number][]) =>
      `Match score: ${scores.map(([name, won]) => `${name} ${Number(won.toFixed(2))}`).join(", ")}`,
  },

  // Hints
  hints: {
    on: "Everyone at this table can ask for hints.",
    allow: "Allow hints",
    allowMeaning: "Everyone at the table is told, and can ask for them.",
    again: "Click again to play it",
    ahead: (chance: number) =>
      chance >= 0.005 ? `${Math.max(Math.round(chance * 100), 1)}% better than the next` : "About as good as the next",
  },

  // Whose turn it is
  turn: {
    moving: (who: string) => `${who} is moving…`,
    thinking: (who: string) => `${who} is thinking…`,
  },

  // Inviting somebody, and being invited
  invitation: {
    title: (game: string) => `Invite a friend: ${game}`,
    bots: "Or invite a bot that someone runs:",
    bot: (name: string) => `Invite ${name}`,
    asked: (name: string) => `${name} was asked to join.`,
    clocks: { none: "No clock", slow: "15 minutes each", fast: "5 minutes each + 5 s per move", move: "1 minute per move" },
    starter: "Who goes first",
    starters: { random: "Random", me: "You", friend: "Your friend" },
    howMany: "Number of players",
    create: "Create the invite link",
    join: "Join the game",
    more: "More options",
    players: (count: number) => `${count} players`,
    from: (host: string) => (host ? `${host} invites you to play` : "You're invited to play"),
    watch: "Just watch",
    learn: "Learn the game first",
    standard: "Standard rules",
    noClock: "No clock: take your time",
    perMove: (seconds: number) => `${duration(seconds)} per move`,
    inAll: (seconds: number, increment: number) =>
      `${duration(seconds)} per player${increment ? `, plus ${increment} s per move` : ""}`,
    alone: "This link works on this computer only.",
    openUp: "To play with others on your network, stop the server and start it with:",
    command: "pyramidion serve --lan",
  },

  plain: {
    board: "Board",
    empty: "empty",
    wait: "It isn't your turn.",
    watching: "You're watching this game.",
    square: (name: string, owner: string, text: string, isLit: boolean) =>
      [name, owner, text, isLit ? "legal" : ""].filter(Boolean).join(", "),
  },
  noBoard: "This game has no drawn board yet. You can play it as text.",

  // Rules
  rulesOf: (game: string) => `${game} rules`,
  contents: "On this page",
  print: "Print",
  watchFigure: "Show the moves",
};

/** What people read when the server can't be reached. */
export const offline = {
  title: "Can't reach Pyramidion",
  words: "You may be offline, or the server is down. Nothing is lost: every move is saved.",
  terminal: "You can still play in a terminal: pyramidion play",
};

/** A time as people say it. */
export function duration(seconds: number): string {
  const [count, unit] = seconds % 60 || seconds < 60 ? [seconds, "second"] : [seconds / 60, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** With a capital, where it stands alone. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Names as a list: "Ibis, Lotus and Cat". */
export function together(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
