/** Metrics of the single calls of an agent, judged by a model. */
import type { Static, TObject } from 'typebox';
import type { Case } from '../../cases/case.ts';
import type { AskForEach } from '../../judges/model/verdicts.ts';
import { fits } from '../../judges/model/question.ts';
import { showCase } from '../../judges/model/shown-case.ts';
import type { Judge } from '../../judges/model/judge.ts';
import type { Measured } from '../metric.ts';

/** Calls that a question is about. */
const MOST_CALLS = 50;

/** The share of calls with a good verdict. */
export async function judgeCalls<V extends TObject>(
  subject: Case,
  judge: Judge,
  ask: AskForEach<V>,
  isGood: (verdict: Static<V>) => boolean,
): Promise<Measured> {
  const { tool_calls: made = [] } = subject;
  if (made.length === 0) return { unmeasured: 'no_call' };
  const { data } = showCase(subject, ['user_input', 'tool_calls', 'actual_output']);
  if (made.length > MOST_CALLS || !fits(judge, data)) return { unmeasured: 'too_long' };
  const verdicts = await ask(judge, made, data);
  const calls = verdicts.map(([{ name }, verdict], index) => ({ call: index, name, ...verdict }));
  return { score: verdicts.filter(([, verdict]) => isGood(verdict)).length / calls.length, evidence: { calls } };
}
