/**
 * Faithfulness by a language model, beside DeepEval's with the same model: agreement with people and with each other,
 * cases without a score, calls, tokens and time. The model is scripted, or a real one behind an endpoint; either breaks
 * some of its calls on demand.
 */
import type { Infrastructure } from '../../../embedded/stack.ts';
import { agreementOf } from '../../../engines/evaluation/judges/agreement.ts';
import { ApiClient } from '../../support/client.ts';
import { serveCountingModel } from '../../support/model/counting-model.ts';
import type { ChatRequest, CountingModel } from '../../support/model/counting-model.ts';
import { forwardTo } from '../../support/model/forward.ts';
import { startApi, startWorker } from '../../support/processes.ts';
import type { Folders } from '../sets/files.ts';
import type { JudgedSummary } from '../sets/judged.ts';
import { judgedCases, withoutClaims } from './cases.ts';
import { measureByDeepEval } from './deepeval.ts';
import { measureByJob } from './job.ts';
import { scriptedAnswer } from './model/answers.ts';
import type { JudgedCase } from './outcome.ts';
import { printRows } from './rows.ts';
import type { ToolRow } from './rows.ts';

export interface JudgesOptions {
  /** A Python that has DeepEval; `null`: it is not measured. */
  readonly deepeval: string | null;
  /** Base address and ID of a real model; `null`: the scripted one. */
  readonly endpoint: { readonly url: string; readonly id: string } | null;
  /** Cases of each set, at most. */
  readonly perSet: number;
}

const NAMESPACE = 'bench-judges';
/** Shares of calls that the model breaks. */
const BROKEN = [0, 0.1];
/** Calls or cases that a tool may have open. */
const AT_ONCE = 8;
/** Default of both tools. */
const THRESHOLD = 0.5;

/** Whether ours lost no case: each has a score or a reason. */
export async function benchJudges(stack: Infrastructure, folders: Folders, options: JudgesOptions): Promise<boolean> {
  const { endpoint, perSet } = options;
  const answer = endpoint === null ? async (request: ChatRequest) => scriptedAnswer(request) : forwardTo(endpoint);
  const models = await Promise.all(BROKEN.map((share) => serveCountingModel(answer, share)));
  try {
    const client = await serviceWith(stack, models);
    const cases = judgedCases(folders, perSet);
    let isComplete = true;
    for (const [at, model] of models.entries()) {
      const measured = await measureAll(client, nameOf(at), model, [...cases, ...withoutClaims(cases)], options);
      printRows(`${(BROKEN[at] ?? 0) * 100} % of the calls broken`, cases, measured);
      printAgreement(measured);
      isComplete &&= measured[0]?.judged.every(({ score, failure }) => score !== null || failure !== null) ?? false;
    }
    await client.close();
    return isComplete;
  } finally {
    for (const { close } of models) close();
  }
}

const nameOf = (at: number): string => `judge${at}`;

/** The API and a worker whose settings name the models. */
async function serviceWith(stack: Infrastructure, models: readonly CountingModel[]): Promise<ApiClient> {
  const settings: Record<string, string> = {};
  for (const [at, { url }] of models.entries()) {
    const prefix = `MODEL_${nameOf(at).toUpperCase()}_`;
    settings[`${prefix}URL`] = url;
    settings[`${prefix}ID`] = 'judge';
    settings[`${prefix}CALLS_AT_ONCE`] = String(AT_ONCE);
  }
  for (const role of ['EXTRACT', 'ANSWER', 'GENERATE', 'JUDGE']) settings[`${role}_MODEL`] = nameOf(0);
  const { url } = await startApi(stack, NAMESPACE, settings);
  await startWorker(stack, NAMESPACE, 1, { settings });
  return ApiClient.connect(url);
}

async function measureAll(
  client: ApiClient,
  judge: string,
  model: CountingModel,
  cases: readonly JudgedSummary[],
  { deepeval }: JudgesOptions,
): Promise<ToolRow[]> {
  const rows: ToolRow[] = [];
  const measure = async (tool: string, work: () => Promise<JudgedCase[]>): Promise<void> => {
    model.take();
    const began = performance.now();
    const judged = await work();
    rows.push({ tool, judged, asked: model.take(), seconds: (performance.now() - began) / 1000 });
  };
  await measure('ours, as a job', () => measureByJob(client, judge, cases));
  if (deepeval === null) return rows;
  for (const penalize of [false, true]) {
    const run = { python: deepeval, url: model.url, model: 'judge', penalize, atOnce: AT_ONCE };
    const tool = penalize ? 'DeepEval, penalize_ambiguous_claims' : 'DeepEval';
    await measure(tool, () => measureByDeepEval(run, cases));
  }
  return rows;
}

function printAgreement([ours, ...others]: readonly ToolRow[]): void {
  for (const { tool, judged } of others) {
    const [a = [], b = []] = [ours?.judged, judged].map((found) => found?.map(({ score }) => score));
    const { cases, kappa, spearman } = agreementOf(a, b, (score) => score >= THRESHOLD);
    console.log(
      `\nOurs and ${tool}: ${cases} cases scored by both, kappa ${kappa?.toFixed(2)}, Spearman ` +
        `${spearman?.toFixed(2)}.`,
    );
  }
}
