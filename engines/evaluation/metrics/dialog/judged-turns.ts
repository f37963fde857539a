/** Metrics of the single turns of an assistant, judged by a model. */
import type { Static, TObject } from 'typebox';
import type { Case } from '../../cases/case.ts';
import type { AskForEach } from '../../judges/model/each.ts';
import type { Judge } from '../../judges/model/judge.ts';
import { hasWords } from '../../judges/model/question.ts';
import { placedTurns } from '../../judges/model/shown-case.ts';
import type { PlacedTurn } from '../../judges/model/shown-case.ts';
import { windowsOf } from '../../judges/model/windows.ts';
import { mean } from '../../../statistics/bootstrap.ts';
import type { Measured, NotMeasured } from '../metric.ts';

interface TurnQuestion<V extends TObject> {
  readonly ask: AskForEach<V>;
  /** What else the judge is shown, before the conversation. */
  readonly before?: string;
  /** The score of a turn; `null` for one that is not counted. */
  readonly scoreOf: (verdict: Static<V>) => number | null;
  /**
   * For questions that need all that the user said before: of verdicts on a turn beside different parts of it, the
   * strongest holds. Absent: the turns right before are enough.
   */
  readonly strengthOf?: (verdict: Static<V>) => number;
  /** Why there is no score when no turn is counted. */
  readonly none: NotMeasured;
}

/** The mean over the turns of the assistant that count. An empty turn counts as 0. */
export async function judgeTurns<V extends TObject>(
  subject: Case,
  judge: Judge,
  { ask, before = '', scoreOf, strengthOf, none }: TurnQuestion<V>,
): Promise<Measured> {
  const turns = placedTurns(subject);
  if (!turns.some(({ role, content }) => role === 'assistant' && hasWords(content))) return { unmeasured: 'no_turn' };
  const windows = windowsOf(judge, turns, { before, remembersUser: strengthOf !== undefined });
  if (windows === null) return { unmeasured: 'too_long' };
  const verdicts = new Map<number, { readonly turn: PlacedTurn; readonly verdict: Static<V> }>();
  for (const { judged, data } of windows) {
    for (const [turn, verdict] of await ask(judge, judged, data)) {
      const known = verdicts.get(turn.turn);
      if (!known || (strengthOf && strengthOf(verdict) > strengthOf(known.verdict)))
        verdicts.set(turn.turn, { turn, verdict });
    }
  }
  const judged = [...verdicts.values()].map(({ turn: { turn, content }, verdict }) => ({
    turn,
    ...verdict,
    score: hasWords(content) ? scoreOf(verdict) : 0,
  }));
  const scores = judged.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? none : { score: mean(scores), evidence: { turns: judged } };
}
