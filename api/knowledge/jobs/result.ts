/** Results of knowledge jobs of all kinds. */
import type { Caller } from '../../../domain/identity/identity.ts';
import type { JobKind } from '../../../domain/jobs/model.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { readableAmong, readInputs, readRefusals } from '../../../domain/knowledge/documents/index.ts';
import {
  addResultOf,
  cognifyResultOf,
  embeddingResultOf,
  memifyResultOf,
  removalResultOf,
} from '../../../domain/knowledge/results.ts';
import type { CognifyEstimate, DescriptionsOutcome, ExtractionOutcome } from '../../../domain/knowledge/results.ts';
import { readSkips } from '../../../domain/knowledge/cognify/index.ts';
import type { knowledge } from '../../../domain/manifests/knowledge.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { FoundJob } from '../../jobs/job-lookup.ts';
import { jobResult } from '../../jobs/result.ts';
import type { Services } from '../../services.ts';
import type { KnowledgeJobResult } from './schemas/result.ts';

type KnowledgeKind = keyof typeof knowledge.kinds;

/** Members that not all kinds have, as those show them that have none. */
const NONE = {
  dry_run: false,
  estimate: null,
  model_estimate: null,
  extraction: null,
  descriptions: null,
  inputs: [],
  refused: [],
  skipped: [],
} satisfies Partial<KnowledgeJobResult>;

type Shown = Pick<KnowledgeJobResult, 'dataset_id' | 'counts'> & Partial<Pick<KnowledgeJobResult, keyof typeof NONE>>;

const READERS: Readonly<Record<KnowledgeKind, (services: Services, job: FoundJob) => Promise<Shown>>> = {
  'knowledge.add': async (services, job) => {
    const { dataset_id, ...counts } = await jobResult(services, job, addResultOf);
    const inputs = await readInputs(services.database, job.jobId);
    return { dataset_id, counts, inputs: inputs.map(inputOf) };
  },
  'knowledge.cognify': async (services, job) => {
    const result = await jobResult(services, job, cognifyResultOf);
    if ('estimate' in result) {
      const { dataset_id, estimate } = result;
      return { dataset_id, counts: {}, dry_run: true, estimate: estimateOf(estimate) };
    }
    const { dataset_id, extraction, ...counts } = result;
    const refused = await refusedIn(services, job);
    const skips = await readSkips(services.database, job.jobId);
    const skipped = skips.map(({ documentId, code, unreadChunks }) => ({
      document_id: documentId,
      code,
      chunks_unread: unreadChunks,
    }));
    return { dataset_id, counts, refused, skipped, ...(extraction && { extraction: extractionOf(extraction) }) };
  },
  'knowledge.embed': async (services, job) => {
    const { dataset_id, ...counts } = await jobResult(services, job, embeddingResultOf);
    return { dataset_id, counts, refused: await refusedIn(services, job) };
  },
  'knowledge.memify': async (services, job) => {
    const result = await jobResult(services, job, memifyResultOf);
    const { dataset_id, counts, extraction, descriptions, model_estimate, is_dry_run } = result;
    const refused = await refusedIn(services, job);
    return {
      dataset_id,
      counts,
      refused,
      dry_run: is_dry_run ?? false,
      ...(model_estimate && { model_estimate }),
      ...(extraction && { extraction: extractionOf(extraction) }),
      ...(descriptions && { descriptions: descriptionsOf(descriptions) }),
    };
  },
  'knowledge.delete': async (services, job) => {
    const { dataset_id, ...counts } = await jobResult(services, job, removalResultOf);
    return { dataset_id, counts };
  },
};

/**
 * The result of a knowledge job that succeeded, with the documents that the caller may read. Refused when the policy of
 * its dataset, as it is now, denies the caller.
 */
export async function knowledgeResult(services: Services, caller: Caller, job: FoundJob): Promise<KnowledgeJobResult> {
  const { jobId, kind } = job;
  if (!isKnowledgeKind(kind)) throw new ServiceError('not_found', `There is no knowledge job ${jobId}.`);
  const shown = { ...NONE, ...(await READERS[kind](services, job)) };
  const { dataset_id, inputs, refused, skipped } = shown;
  await findDataset(services.database, caller, { dataset_id }).catch((error: unknown) => {
    // The deletion of a dataset leaves none whose policy could deny the caller.
    if (kind !== 'knowledge.delete' || !(error instanceof ServiceError) || error.code !== 'not_found') throw error;
  });
  const named = [...inputs, ...refused, ...skipped].flatMap(({ document_id }) => document_id ?? []);
  const readable = await readableAmong(services.database, caller, dataset_id, named);
  const isShown = ({ document_id }: { readonly document_id: string | null }): boolean =>
    document_id === null || readable.has(document_id);
  return {
    job_id: jobId,
    kind,
    ...shown,
    inputs: inputs.filter(isShown),
    refused: refused.filter(isShown),
    skipped: skipped.filter(isShown),
  };
}

function isKnowledgeKind(kind: JobKind): kind is KnowledgeKind {
  return Object.hasOwn(READERS, kind);
}

async function refusedIn({ database }: Services, { jobId }: FoundJob): Promise<KnowledgeJobResult['refused']> {
  const refusals = await readRefusals(database, jobId);
  return refusals.map(({ documentId, chunks, facts }) => ({ document_id: documentId, chunks, facts }));
}

function estimateOf({ extraction, ...estimate }: CognifyEstimate): NonNullable<KnowledgeJobResult['estimate']> {
  if (extraction === null) return { ...estimate, extraction };
  const { profile, ...amounts } = extraction;
  return { ...estimate, extraction: { ...amounts, graph_prompt_profile: profile } };
}

function extractionOf(outcome: ExtractionOutcome): NonNullable<KnowledgeJobResult['extraction']> {
  const { model, profile = null, extracted, skipped, left, stopped_by } = outcome;
  const { names_dropped: entities_dropped, facts_dropped, rules_dropped = 0 } = outcome;
  return {
    model,
    graph_prompt_profile: profile,
    chunks: Object.values(skipped).reduce((sum, chunks) => sum + chunks, extracted),
    extracted,
    skipped,
    entities_dropped,
    facts_dropped,
    rules_dropped,
    chunks_left: left,
    stopped_by,
  };
}

function descriptionsOf({ left, ...outcome }: DescriptionsOutcome): NonNullable<KnowledgeJobResult['descriptions']> {
  return { ...outcome, communities_left: left };
}

function inputOf(row: Awaited<ReturnType<typeof readInputs>>[number]): KnowledgeJobResult['inputs'][number] {
  const { ordinal, inputType, label, outcome, documentId, childJobId, records, note, error } = row;
  return {
    index: ordinal,
    input_type: inputType,
    label,
    outcome,
    document_id: documentId,
    parse_job_id: childJobId,
    records,
    note,
    error: error && { ...error, details: { ...error.details } },
  };
}
