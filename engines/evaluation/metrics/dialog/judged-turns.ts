/** Metrics of the single turns of an assistant, judged by a model. */
import type { Static, TObject } from 'typebox';
import type { Case } from '../../case.ts';
import type { AskForEach } from '../../questions/each.ts';
import type { Judge } from '../../questions/judge.ts';
import { fits, hasWords } from '../../questions/question.ts';
import { showCase } from '../../questions/shown-case.ts';
import type { Measured, NotMeasured } from '../metric.ts';

/** Turns that a question is about. */
const MOST_TURNS = 50;

interface TurnQuestion<V extends TObject> {
  readonly ask: AskForEach<V>;
  /** What else the judge is shown, before the conversation. */
  readonly before?: string;
  /** The score of a turn; `null` for one that is not counted. */
  readonly scoreOf: (verdict: Static<V>) => number | null;
  /** Why there is no score when no turn is counted. */
  readonly none: NotMeasured;
}

/** The mean over the turns of the assistant that count. An empty turn counts as 0. */
export async function judgeTurns<V extends TObject>(
  subject: Case,
  judge: Judge,
  { ask, before = '', scoreOf, none }: TurnQuestion<V>,
): Promise<Measured> {
  const { conversation_turns: turns = [] } = subject;
  const own = turns.flatMap(({ role, content }, turn) => (role === 'assistant' ? [{ turn, content }] : []));
  if (!own.some(({ content }) => hasWords(content))) return { unmeasured: 'no_turn' };
  const shown = showCase(subject, ['conversation_turns']);
  const data = before === '' ? shown.data : `${before}\n${shown.data}`;
  if (own.length > MOST_TURNS || !fits(data)) return { unmeasured: 'too_long' };
  const verdicts = await ask(judge, own, data);
  const judged = verdicts.map(([{ turn, content }, verdict]) => ({
    turn,
    ...verdict,
    score: hasWords(content) ? scoreOf(verdict) : 0,
  }));
  const scores = judged.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return none;
  return { score: scores.reduce((sum, score) => sum + score, 0) / scores.length, evidence: { turns: judged } };
}
