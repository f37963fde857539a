/**
 * Steps of a quality run without Temporal: on a database of the calling file, with a scripted model that judges
 * correctness.
 */
import { after } from 'node:test';
import { judgeCases } from '../../../activities/evaluation/quality/judge-cases.ts';
import { openMeasuring } from '../../../activities/evaluation/quality/measuring/pool.ts';
import type { JudgeInput, Measurement } from '../../../activities/evaluation/types.ts';
import type { Step } from '../../../activities/step/step.ts';
import { addCases } from '../../../domain/evaluation/cases.ts';
import { openModels } from '../../../domain/models/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { database } from '../knowledge/datasets.ts';
import { envelopeOf, stepOf } from '../knowledge/steps.ts';
import { jsonReply, modelSettings, serveModel } from '../servers/scripted-model.ts';
import type { Reply } from '../servers/scripted-model.ts';

export { database };
const { db } = database;

/** The number of the case that each call was about, in the order of the calls. */
export const asked: number[] = [];

/** What the model replies about a case; by default that it is correct. */
export const script: { replyFor: (index: number) => Reply | null } = { replyFor: () => null };

const server = await serveModel(({ body }) => {
  const index = Number(/<answer>\nanswer (\d+)/.exec(body.messages?.[1]?.content ?? '')?.[1]);
  if (Number.isNaN(index)) return jsonReply({ ok: true });
  asked.push(index);
  return script.replyFor(index) ?? jsonReply({ reason: 'It says so.', verdict: 'correct' });
});
export const models = openModels(
  readSettings({ ...modelSettings('one', server, { INPUT_USD_PER_MILLION: '1' }), JUDGE_MODEL: 'one' }, readModels),
  { database, secrets: { read: async () => [] }, network: { allow: ['127.0.0.1'], proxy: null } },
);
const measuring = openMeasuring({ parse: { converters: 1 } }, { watchPool: () => {} });
after(() => measuring.close());

const correctness = { metric_key: 'quality.correctness', params: {}, threshold: null, judge: 'one', repeats: 1 };
const exactMatch = { metric_key: 'text.exact_match', params: {}, threshold: null, judge: null, repeats: 1 };
/** By the model, and by computation. */
export const MEASUREMENTS: readonly Measurement[] = [correctness, exactMatch];

export async function newCases(jobId: string, count: number): Promise<void> {
  const cases = Array.from({ length: count }, (_, ordinal) => {
    return { ordinal, subject: { actual_output: `answer ${ordinal}`, expected_output: 'answer 0' } };
  });
  await addCases(database, jobId, cases);
}

/**
 * Judges all cases of a job in one step. By default the job has a tenant of its own: equal cases of another job are
 * judged anew.
 */
export async function judgeAll(
  jobId: string,
  {
    tenantId = jobId,
    step = {},
    ...input
  }: { readonly tenantId?: string; readonly step?: Partial<Step> } & Partial<JudgeInput> = {},
) {
  const ids = await db.evaluationCase.findMany({ where: { jobId }, select: { id: true }, orderBy: { id: 'asc' } });
  const rows = { first: String(ids[0]?.id), last: String(ids.at(-1)?.id) };
  const envelope = { ...envelopeOf('evaluation.run'), tenant_id: tenantId };
  const given = { envelope, measurements: MEASUREMENTS, rows, is_over_budget: false, ...input };
  return judgeCases({ database, measuring, models }, given, { ...stepOf(jobId), ...step });
}

/** The scores of a job: case, measurement, score or why there is none. */
export async function scoresOf(jobId: string): Promise<(readonly [number, number, number | string | null])[]> {
  const rows = await db.evaluationScore.findMany({
    where: { case: { jobId } },
    select: { position: true, score: true, unmeasured: true, case: { select: { ordinal: true } } },
    orderBy: [{ case: { ordinal: 'asc' } }, { position: 'asc' }],
  });
  return rows.map(({ position, score, unmeasured, case: { ordinal } }) => [ordinal, position, score ?? unmeasured]);
}

export const judgedCases = (jobId: string): Promise<number> =>
  db.evaluationCase.count({ where: { jobId, judgedAt: { not: null } } });
