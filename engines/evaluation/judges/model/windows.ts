/** A conversation whose turns are judged one by one, in one question or, when it is long, window by window. */
import { estimateTokens } from '../../../text/tokens.ts';
import type { Judge } from './judge.ts';
import { hasWords } from './question.ts';
import { turnData } from './shown-case.ts';
import type { PlacedTurn } from './shown-case.ts';

/** Turns that a question is about. */
const MOST_TURNS = 50;
/** Questions about one conversation. */
const MOST_WINDOWS = 40;

export interface TurnWindow {
  /** Turns of the assistant that the question is about, in order. */
  readonly judged: readonly PlacedTurn[];
  /** What is shown. The turns that are judged are numbered from 1 by the attribute `verdict`. */
  readonly data: string;
}

interface WindowOptions {
  /** What each window shows before the turns. */
  readonly before: string;
  /**
   * Whether each turn is judged beside all that the user said before. What a window cannot show of it is shown in
   * further windows, about the same turns.
   */
  readonly remembersUser: boolean;
}

/**
 * Each turn of the assistant is judged in one window, which begins with turns before it. `null`: the conversation or a
 * turn is too long.
 */
export function windowsOf(
  { room: whole }: Pick<Judge, 'room'>,
  turns: readonly PlacedTurn[],
  { before, remembersUser }: WindowOptions,
): readonly TurnWindow[] | null {
  const room = whole - estimateTokens(before);
  const sized = turns.map((turn) => ({ ...turn, tokens: estimateTokens(turnData(turn)) }));
  if (tokensOf(sized) <= room && sized.filter(isJudged).length <= MOST_TURNS) return [windowOf(before, [], [], sized)];
  // Half is for the turns that are judged, a quarter for turns before them, and a quarter for what the user said
  // earlier.
  const [half, quarter] = [room / 2, room / 4];
  const windows: TurnWindow[] = [];
  for (let start = 0; start < sized.length;) {
    const own = leading(sized.slice(start), half, MOST_TURNS);
    if (own.length === 0) return null;
    const overlap = leading(sized.slice(0, start).toReversed(), quarter).toReversed();
    const earlier = sized
      .slice(0, start - overlap.length)
      .filter(({ role, content }) => role === 'user' && hasWords(content));
    const memories = remembersUser && earlier.length > 0 ? groupsOf(earlier, quarter) : [[]];
    if (memories === null) return null;
    if (own.some(isJudged)) windows.push(...memories.map((memory) => windowOf(before, memory, overlap, own)));
    if (windows.length > MOST_WINDOWS) return null;
    start += own.length;
  }
  return windows;
}

interface SizedTurn extends PlacedTurn {
  readonly tokens: number;
}

const isJudged = ({ role }: PlacedTurn): boolean => role === 'assistant';
const tokensOf = (turns: readonly SizedTurn[]): number => turns.reduce((sum, { tokens }) => sum + tokens, 0);

/** The first turns, as far as they have no more tokens and turns of the assistant than these. */
function leading(turns: readonly SizedTurn[], mostTokens: number, mostJudged = Infinity): readonly SizedTurn[] {
  let [tokens, judged] = [0, 0];
  const end = turns.findIndex((turn) => {
    tokens += turn.tokens;
    judged += Number(isJudged(turn));
    return tokens > mostTokens || judged > mostJudged;
  });
  return end < 0 ? turns : turns.slice(0, end);
}

/** `null` when one turn has more tokens than a group may have. */
function groupsOf(turns: readonly SizedTurn[], most: number): (readonly SizedTurn[])[] | null {
  const groups: (readonly SizedTurn[])[] = [];
  for (let from = 0; from < turns.length;) {
    const group = leading(turns.slice(from), most);
    if (group.length === 0) return null;
    groups.push(group);
    from += group.length;
  }
  return groups;
}

function windowOf(
  before: string,
  memory: readonly SizedTurn[],
  overlap: readonly SizedTurn[],
  own: readonly SizedTurn[],
): TurnWindow {
  const judged = own.filter(isJudged);
  const numbers = new Map(judged.map((turn, index) => [turn, ` verdict="${index + 1}"`]));
  const shown = [...memory, ...overlap, ...own].map((turn) => turnData(turn, numbers.get(turn)));
  return { judged, data: [...(before === '' ? [] : [before]), ...shown].join('\n') };
}
