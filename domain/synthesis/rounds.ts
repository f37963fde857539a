/**
 * How many candidates a round of a synthesis makes, and after which round there is no other.
 * @deterministic
 */
import type { SynthesisResult } from './results.ts';

/** What the rounds so far gave. */
export interface RoundsSoFar {
  readonly rounds: number;
  /** Candidates that were made in all. */
  readonly made: number;
  readonly accepted: number;
  /** Rounds in a row, up to the last one, that no item was accepted in. */
  readonly fruitless: number;
}

/** What is asked for. */
export interface Goal {
  readonly asked: number;
  /** Whether a language model makes the items. */
  readonly byModel: boolean;
}

/** What a round did. */
interface Round {
  readonly added: number;
  /** Items accepted in all. */
  readonly accepted: number;
  readonly exhausted: boolean;
  readonly stopped_by: SynthesisResult['stopped_by'];
}

const MOST_ROUNDS = 60;
/** Of a model: more of them cost and are not likely to give anything. */
const MOST_FRUITLESS_ROUNDS = 3;
/**
 * A round asks for at most that many candidates for each item that is missing: the more were rejected before, the more.
 */
const MOST_FOR_EACH = 4;
/**
 * A round of a model: the accepted items of earlier ones are there when the job is cancelled. Rules, which begin anew
 * in each round, make all at once.
 */
const ROUND = { share: 0.1, least: 32 };

/** Candidates that the missing items are expected to need. */
export function candidatesWanted({ asked, byModel }: Goal, { rounds, made, accepted }: RoundsSoFar): number {
  const forEach = Math.min(MOST_FOR_EACH, accepted === 0 ? rounds + 1 : made / accepted);
  const most = byModel ? Math.max(ROUND.least, Math.ceil(asked * ROUND.share)) : Infinity;
  return Math.min(most, Math.ceil((asked - accepted) * forEach));
}

/**
 * The counts after a round, and why it was the last; `stopped_by` is `null` when it was not, or when there are as many
 * items as were asked for.
 */
export function afterRound(
  { asked, byModel }: Goal,
  before: RoundsSoFar,
  { added, accepted, exhausted, stopped_by }: Round,
): RoundsSoFar & Pick<Round, 'stopped_by'> {
  const rounds = before.rounds + 1;
  const fruitless = accepted > before.accepted ? 0 : before.fruitless + 1;
  const isLast = rounds === MOST_ROUNDS || (byModel && fruitless === MOST_FRUITLESS_ROUNDS);
  const end = stopped_by ?? (exhausted ? 'exhausted' : isLast ? 'rounds' : null);
  return { rounds, made: before.made + added, accepted, fruitless, stopped_by: accepted === asked ? null : end };
}
