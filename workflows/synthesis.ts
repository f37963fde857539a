/**
 * The synthesis: sources are read; in rounds, items are made and checked until there are as many as were asked for;
 * then they are written as objects.
 */
import { ActivityFailure, isCancellation, proxyLocalActivities } from '@temporalio/workflow';
import type { SynthesisActivities, SynthesisLocalActivities } from '../activities/synthesis/index.ts';
import type {
  CheckEnd,
  DatasetInput,
  DatasetOrder,
  ExcludedVersion,
  ReadableInput,
  Round,
  SourceInput,
} from '../activities/synthesis/types.ts';
import type { ModelLimits } from '../domain/jobs/row-ranges.ts';
import { failureOfError, jobErrorOf } from '../domain/jobs/failure.ts';
import type { JobInput } from '../domain/jobs/model.ts';
import { addUsage, usageSince } from '../domain/jobs/usage.ts';
import { SYNTHESIS_TASK_QUEUE } from '../domain/manifests/synthesis.ts';
import type { OutputFormat } from '../domain/synthesis/outputs.ts';
import type { SourcesRead, SynthesisResult } from '../domain/synthesis/results.ts';
import { afterRound, candidatesWanted } from '../domain/synthesis/rounds.ts';
import type { RoundsSoFar } from '../domain/synthesis/rounds.ts';
import { plainRequest } from '../domain/parse/request.ts';
import { limitsLeft } from './job/budget.ts';
import { runJob } from './job/job.ts';
import type { Job } from './job/job.ts';
import { LOCAL_ACTIVITY } from './job/local-activity.ts';
import { steps } from './job/steps.ts';
import type { Steps } from './job/steps.ts';
import { parseJob } from './parse.ts';

export interface SynthesisJobInput extends JobInput<'synthesis.run'> {
  /** Of the request: part of the key of its order. */
  readonly order_digest: string;
  readonly engine_id: string;
  readonly seed: number;
  /** Items that are asked for. */
  readonly asked: number;
  /** Items of the whole order; `null` when this is no preview. */
  readonly preview_of: number | null;
  /** Where the sources come from; `null`: rows are made from a schema. */
  readonly from: SourceInput | null;
  /** Documents of the stored objects that runs before this one have parsed. */
  readonly parsed?: readonly string[];
  readonly formats: readonly OutputFormat[];
  /** Whether rejected items are kept behind the end. */
  readonly keep_rejected: boolean;
  /** The evaluation dataset that the items become a version of; absent: none. */
  readonly dataset?: DatasetOrder;
  /** The client's name of the run. */
  readonly name: string | null;
  /** The language model that makes the items; absent: rules make them. */
  readonly generator?: { readonly model: string };
  /** The language model that is asked questions without their passages; absent: none is. */
  readonly closed_book?: { readonly model: string };
  /** What these language models may take; absent: there are none. */
  readonly limits?: ModelLimits;
  /** Evaluation datasets whose words items must not have. */
  readonly excluded?: readonly ExcludedVersion[];
  /** Where the run before stopped, in a run that continues it. */
  readonly so_far?: Rounds;
}

interface Rounds
  extends
    RoundsSoFar,
    Pick<SynthesisResult, 'rejected' | 'unchecked' | 'stopped_by' | 'facts' | 'spent_on_checks'>,
    Pick<CheckEnd, 'methods'> {
  readonly sources: SourcesRead | null;
}

const { recordRun } = proxyLocalActivities<SynthesisLocalActivities>(LOCAL_ACTIVITY);

export function synthesisJob(input: SynthesisJobInput): Promise<SynthesisResult> {
  return runJob(input, async (job) => {
    const { envelope, engine_id, seed, asked, formats, keep_rejected, name, preview_of } = input;
    const synthesis = steps<SynthesisActivities>(envelope, SYNTHESIS_TASK_QUEUE, envelope.source);
    if (!input.continued) await recordRun({ name, engine_id, asked, preview_of });
    let found = input.so_far ?? {
      sources: await readSources(job, synthesis, input),
      rounds: 0,
      fruitless: 0,
      made: 0,
      accepted: 0,
      rejected: {},
      methods: {},
      stopped_by: null,
    };
    while (found.accepted < asked && found.stopped_by === null) {
      found = await round(job, synthesis, input, found);
      await job.continueAsNewIfSuggested({ ...input, so_far: found });
    }
    const {
      sources,
      accepted,
      rejected,
      methods,
      unchecked = 0,
      stopped_by,
      facts = null,
      spent_on_checks = [],
    } = found;
    const generator = input.generator?.model ?? null;
    const made = {
      name,
      engine_id,
      generator,
      asked,
      sources,
      facts,
      accepted,
      rejected,
      unchecked,
      stopped_by,
      spent_on_checks,
    };
    const order = { envelope, formats, keep_rejected, seed, result: made, methods, usage: job.spent() };
    const result = { ...made, outputs: await job.step(synthesis, 'writeOutputs', order) };
    if (input.dataset === undefined || accepted === 0) return result;
    return { ...result, ...(await writeDataset(job, synthesis, { envelope, dataset: input.dataset })) };
  });
}

/**
 * What was made is not lost where it cannot become a version. An error that a retry of the job can overcome fails the
 * job.
 */
async function writeDataset(
  job: Job,
  synthesis: Steps<SynthesisActivities>,
  order: DatasetInput,
): Promise<Pick<SynthesisResult, 'dataset' | 'dataset_error'>> {
  try {
    return { dataset: await job.step(synthesis, 'writeDataset', order) };
  } catch (failure) {
    const error = jobErrorOf(failure);
    if (!(failure instanceof ActivityFailure) || isCancellation(failure) || error.retryable) throw failure;
    return { dataset_error: error };
  }
}

/** Makes as many candidates as the missing items are expected to need, and checks them. */
async function round(
  job: Job,
  synthesis: Steps<SynthesisActivities>,
  input: SynthesisJobInput,
  before: Rounds,
): Promise<Rounds> {
  const goal = { asked: input.asked, byModel: input.generator !== undefined };
  const key = String(before.rounds);
  const made = await make(job, synthesis, input, candidatesWanted(goal, before), key);
  const spentBefore = job.spent();
  const { stopped_by, ...counts } = await check(job, synthesis, input, key);
  const spent_on_checks = addUsage(before.spent_on_checks ?? [], usageSince(spentBefore, job.spent()));
  job.showProgress({ completed: counts.accepted, total: goal.asked, unit: 'items', message: null });
  const { added, exhausted, facts = null } = made;
  const { accepted } = counts;
  const ended = { added, exhausted, accepted, stopped_by: made.stopped_by ?? stopped_by };
  return { ...counts, sources: before.sources, facts, spent_on_checks, ...afterRound(goal, before, ended) };
}

/** Makes candidates, by rules in one step, by a model in as many as it takes. */
async function make(
  job: Job,
  synthesis: Steps<SynthesisActivities>,
  input: SynthesisJobInput,
  wanted: number,
  key: string,
): Promise<Round> {
  const { envelope, order_digest, generator, closed_book } = input;
  const order = { envelope, order_digest, wanted };
  if (generator === undefined) return job.step(synthesis, 'makeItems', order, { key });
  const checked = closed_book && { closed_book_model: closed_book.model };
  return inParts(key, (ofPart) =>
    job.step(synthesis, 'generateItems', { ...order, left: left(job, input), ...checked }, { key: ofPart }),
  );
}

/** Checks what was made. */
function check(
  job: Job,
  synthesis: Steps<SynthesisActivities>,
  input: SynthesisJobInput,
  key: string,
): Promise<Omit<CheckEnd, 'is_done'>> {
  const { envelope, order_digest, asked, closed_book, excluded } = input;
  const order = { envelope, order_digest, asked, ...(excluded && { excluded }) };
  return inParts(key, async (ofPart) => {
    const asking = closed_book && { closed_book: { ...closed_book, left: left(job, input) } };
    return job.step(synthesis, 'checkItems', { ...order, ...asking }, { key: ofPart });
  });
}

/** Runs a step until it is done. */
async function inParts<E extends { readonly is_done: boolean }>(key: string, step: (key: string) => Promise<E>) {
  for (let part = 1; ; part++) {
    const { is_done, ...end } = await step(part === 1 ? key : `${key}.${part}`);
    if (is_done) return end;
  }
}

/** What the language models of the job may still take. */
function left(job: Job, { limits, generator, closed_book }: SynthesisJobInput): ModelLimits {
  const models = [generator, closed_book].flatMap((of) => of?.model ?? []);
  return limitsLeft(job, limits ?? { max_usd: null, max_tokens: null }, [...new Set(models)]);
}

async function readSources(
  job: Job,
  synthesis: Steps<SynthesisActivities>,
  input: SynthesisJobInput,
): Promise<SourcesRead | null> {
  const { envelope, order_digest } = input;
  const from = await readableInput(job, input);
  return from && job.step(synthesis, 'readSources', { envelope, order_digest, from });
}

/** Parse jobs at once. */
const PARALLEL_PARSES = 8;

/** What a step can read: stored objects are parsed by child jobs. One that cannot be parsed fails the job. */
async function readableInput(job: Job, input: SynthesisJobInput): Promise<ReadableInput | null> {
  const { from } = input;
  if (from?.type !== 'objects') return from;
  const documents = [...(input.parsed ?? [])];
  const continueAs = (next: number): SynthesisJobInput => ({ ...input, parsed: documents.slice(0, next) });
  const options = { parallel: PARALLEL_PARSES, from: documents.length, continueAs };
  await job.each(from.object_ids, options, async (object_id, index) => {
    const source = `service://objects/${object_id}`;
    const { error, result } = await job.child({
      key: object_id,
      kind: 'parse',
      workflow: parseJob,
      source,
      summary: `parse · ${source}`,
      input: { request: plainRequest({ kind: 'object', object_id }) },
    });
    if (error) throw failureOfError({ ...error, details: { ...error.details, object_id } }, new Error('its parse job'));
    documents[index] = result.document.document_id;
  });
  return { type: 'documents', document_ids: documents };
}
