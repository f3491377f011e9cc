// What the page says about puzzles, mistakes, and what could be known.
import { texts } from "../lib/texts";

const percent = texts.review.percent;
const points = (share: number) => `${share < -0.005 ? "−" : share > 0.005 ? "+" : ""}${Math.abs(Math.round(share * 100))}`;

export const words = {
  title: "Puzzles",
  motto: "Positions from real games. One move is clearly the best: find it.",
  today: "Puzzle of the day",
  puzzle: (game: string, number: number) => `${game}: puzzle ${number}`,
  rated: (rating: number) => `Rated ${rating}`,
  ratingMeaning: "The rating is how long a search has to think to find the move: about 800 is easy, 2,000 is hard.",
  solved: "Solved",
  solvedOf: (done: number, of: number) => `${done} of ${of} solved`,
  nothing: "There are no puzzles yet.",
  find: (name: string) => `You play ${name}. Find the best move.`,
  checking: "Checking…",
  right: "Right!",
  wrong: "Not the best move.",
  won: (win: number) => `Winning chances after it: ${percent(win)}.`,
  cost: (lost: number) => `That is ${Math.max(1, Math.round(lost * 100))} points less than the best move.`,
  does: (reason: string) => `${reason}.`,
  best: (told: string) => `Best: ${told}`,
  tryAgain: "Try again",
  show: "Show the best move",
  next: "Next puzzle",
  all: "All puzzles",

  retry: "Retry your mistakes",
  retryTitle: (game: string) => `Your mistakes: ${game}`,
  retryAt: (at: number, of: number) => `Mistake ${at} of ${of}`,
  you: "You",
  played: (told: string) => `In the game: ${told}`,
  nextMistake: "Next mistake",
  noMistakes: "No big mistakes found. Well played!",
  looking: "Looking for your mistakes…",
  toReview: "Back to the review",

  account: "Luck and skill",
  accountMeaning:
    "In points of winning chances. Luck is how much better or worse chance treated a player than it does on average; mistakes are what moves gave away. The rest is the judge's own error. Mistakes a little above zero mean that the judge liked a move better afterwards.",
  columns: { player: "Player", luck: "Luck", mistakes: "Mistakes", others: "Others' mistakes", error: "Judge's error" },
  points,

  barIsLuck: "Luck",
  pinIsMistake: "Mistakes.",
  upIsGood: (worth: number) => `Up is good for the player; the full height is ${Math.round(worth * 100)} points.`,
  thenCame: "Then came",
  effect: (names: string[], { seat, changes }: { seat: number | null; changes: number[] }) => {
    const told = changes.flatMap((by, i) => (Math.abs(by) < 0.005 ? [] : [`${names[i]!} ${points(by)}`]));
    if (!told.length) return "";
    return `${seat === null ? "Luck" : `${names[seat]!}'s choice`}: ${told.join(", ")}.`;
  },

  verdict: (better: string | null, luckier: string | null) => {
    if (!better)
      return luckier ? `Both played equally well; ${luckier} was luckier.` : "Both played equally well, and neither was luckier.";
    if (!luckier) return `${better} played better, and neither was luckier.`;
    return better === luckier
      ? `${better} played better, and was luckier too.`
      : `${better} played better; ${luckier} was luckier.`;
  },

  known: "What could they know?",
  player: "Player",
  knownMeaning: "The odds of hidden pieces at this point, from what this player had seen.",
  whose: (name: string, place: string) => `${name}: ${place}`,
  could: (piece: string, share: number) => `${piece} ${percent(share)}`,
  others: (count: number) => `and ${count} more`,
  was: (truth: string) => `It was ${truth}`,
  reveal: "Show what they were",
  nothingHidden: "Nothing was hidden from this player here.",
  hideFuture: "Hide what comes next",
};
