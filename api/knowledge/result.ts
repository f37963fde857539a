/** Results of knowledge jobs of all kinds. */
import type { Caller } from '../../domain/identity/identity.ts';
import { findDataset } from '../../domain/knowledge/datasets.ts';
import { readRefusals } from '../../domain/knowledge/counts.ts';
import { readInputs } from '../../domain/knowledge/inputs.ts';
import {
  addResultOf,
  cognifyResultOf,
  embeddingResultOf,
  memifyResultOf,
  removalResultOf,
} from '../../domain/knowledge/results.ts';
import type { ExtractionOutcome } from '../../domain/knowledge/results.ts';
import { ServiceError } from '../../errors/index.ts';
import type { FoundJob } from '../jobs/find.ts';
import { jobResult } from '../jobs/result.ts';
import type { Services } from '../services.ts';
import type { KnowledgeJobResult } from './job-schemas.ts';

/** The result of a knowledge job that succeeded. Refused when the policy of its dataset, as it is now, denies the caller. */
export async function knowledgeResult(services: Services, caller: Caller, job: FoundJob): Promise<KnowledgeJobResult> {
  const { database } = services;
  const { jobId, kind } = job;
  switch (kind) {
    case 'knowledge.add': {
      const { dataset_id, ...counts } = await jobResult(services, job, addResultOf);
      await findDataset(database, caller, { dataset_id });
      const inputs = await readInputs(database, jobId);
      return { job_id: jobId, kind, dataset_id, counts, extraction: null, inputs: inputs.map(inputOf), refused: [] };
    }
    case 'knowledge.cognify': {
      const { dataset_id, extraction, ...counts } = await jobResult(services, job, cognifyResultOf);
      await findDataset(database, caller, { dataset_id });
      const shown = extraction === undefined ? null : extractionOf(extraction);
      const refusals = await readRefusals(database, jobId);
      const refused = refusals.map(({ documentId, chunks }) => ({ document_id: documentId, chunks }));
      return { job_id: jobId, kind, dataset_id, counts, extraction: shown, inputs: [], refused };
    }
    case 'knowledge.embed': {
      const { dataset_id, ...counts } = await jobResult(services, job, embeddingResultOf);
      await findDataset(database, caller, { dataset_id });
      return { job_id: jobId, kind, dataset_id, counts, extraction: null, inputs: [], refused: [] };
    }
    case 'knowledge.memify': {
      const { dataset_id, counts } = await jobResult(services, job, memifyResultOf);
      await findDataset(database, caller, { dataset_id });
      return { job_id: jobId, kind, dataset_id, counts, extraction: null, inputs: [], refused: [] };
    }
    case 'knowledge.delete': {
      const { dataset_id, ...counts } = await jobResult(services, job, removalResultOf);
      return { job_id: jobId, kind, dataset_id, counts, extraction: null, inputs: [], refused: [] };
    }
    default:
      throw new ServiceError('not_found', `There is no knowledge job ${jobId}.`);
  }
}

function extractionOf(outcome: ExtractionOutcome): NonNullable<KnowledgeJobResult['extraction']> {
  const { profile, extracted, skipped, names_dropped, left, model, facts_dropped, stopped_by } = outcome;
  return {
    ...{ model, graph_prompt_profile: profile },
    chunks: Object.values(skipped).reduce((sum, chunks) => sum + chunks, extracted),
    ...{ extracted, skipped, entities_dropped: names_dropped, facts_dropped, chunks_left: left, stopped_by },
  };
}

function inputOf(row: Awaited<ReturnType<typeof readInputs>>[number]): KnowledgeJobResult['inputs'][number] {
  const { ordinal, inputType, label, outcome, documentId, childJobId, error } = row;
  return {
    index: ordinal,
    input_type: inputType,
    label,
    outcome,
    document_id: documentId,
    parse_job_id: childJobId,
    error: error && { ...error, details: { ...error.details } },
  };
}
