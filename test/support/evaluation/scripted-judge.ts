/** A judge that answers as a test says; its answers must match the schemas of the questions. */
import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import type { Case } from '../../../engines/evaluation/cases/case.ts';
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import type { Measured } from '../../../engines/evaluation/metrics/metric.ts';
import { WHOLE_TOKENS } from '../../../engines/evaluation/judges/model/judge.ts';
import type { ModelQuestion } from '../../../engines/model-question.ts';
import type { Judge } from '../../../engines/evaluation/judges/model/judge.ts';

/** What the judge is asked, without its schema. */
export type Asked = Omit<ModelQuestion, 'schema'>;

/** Answers by the name of the question; `digits` are the probabilities for questions that weigh a digit. */
export type Script = Readonly<Record<string, (question: Asked) => unknown>>;

export interface ScriptedJudge extends Judge {
  /** All questions so far. */
  readonly asked: Asked[];
}

export function scriptedJudge(
  script: Script,
  digits: Readonly<Record<string, number>> | null = null,
  room = WHOLE_TOKENS,
): ScriptedJudge {
  const asked: Asked[] = [];
  const ask: Judge['ask'] = async ({ schema, ...question }) => {
    asked.push(question);
    const output = script[question.name]?.(question) ?? assert.fail(`There is no answer to ${question.name}.`);
    assert.ok(Value.Check(schema, output), `${question.name}: ${JSON.stringify(output)} does not match its schema.`);
    return output;
  };
  return { room, asked, ask, weigh: async (question) => ({ value: await ask(question), digits }) };
}

/** The verdicts of a question that wants one for each thing. */
export const verdicts = (...given: readonly object[]): object =>
  Object.fromEntries(given.map((verdict, index) => [`verdict_${index + 1}`, verdict]));

export const measureBy = (judge: Judge, key: string, subject: Case, params: object = {}): Promise<Measured> =>
  metricOf(key).measureByModel(subject, params, judge);

/** The score, or why there is none. */
export const outcome = (measured: Measured): number | string =>
  'score' in measured ? measured.score : measured.unmeasured;

export function evidenceOf(measured: Measured): Readonly<Record<string, unknown>> {
  assert.ok('score' in measured, JSON.stringify(measured));
  return measured.evidence;
}
