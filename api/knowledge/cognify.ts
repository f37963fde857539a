/** Submits Cognify jobs. */
import type { ExtractionRules } from '../../activities/knowledge/types.ts';
import { findDataset } from '../../domain/knowledge/datasets.ts';
import { DEFAULT_PROFILE, promptProfiles } from '../../domain/knowledge/prompt-profiles.ts';
import { DEFAULT_CHUNK_RULES } from '../../engines/knowledge/options.ts';
import type { ChunkRules } from '../../engines/knowledge/options.ts';
import { ValidationError } from '../contract/validation.ts';
import { startJobs } from '../jobs/submit/start.ts';
import { readSubmission } from '../jobs/submit/submission.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { JobAccepted } from '../jobs/schemas.ts';
import type { Services } from '../services.ts';
import { selectorOf } from './datasets.ts';
import type { CognifyRequest } from './job-schemas.ts';
import { knowledgeWarnings } from './readiness.ts';

/** A document that is not to be cut is one chunk of at most this many tokens. */
const WHOLE_DOCUMENT_TOKENS = 2048;

export async function submitCognify(services: Services, request: CognifyRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const submission = await readSubmission(services, 'knowledge.cognify', request, origin);
  const rules = { chunking: chunkRulesOf(request.chunking), incremental: request.incremental_loading ?? true };
  const extraction = extractionRulesOf(services, request);
  const order = {
    workflow: 'cognifyJob' as const,
    source: dataset.datasetKey,
    summary: `cognify · ${dataset.datasetKey}`,
    input: { dataset_id: dataset.id, rules, ...(extraction && { extraction }) },
    warnings: await knowledgeWarnings(services),
  };
  return onlyJob(await startJobs(services, submission, [order]));
}

/** `null` when no language model is to be asked. */
function extractionRulesOf({ models, config }: Services, request: CognifyRequest): ExtractionRules | null {
  const profile = request.graph_prompt_profile ?? DEFAULT_PROFILE;
  const known = Object.keys(promptProfiles(config.graphPrompts));
  if (!known.includes(profile)) {
    const msg = `There is no such profile. Known ones: ${known.join(', ')}.`;
    throw new ValidationError([{ loc: ['body', 'graph_prompt_profile'], msg, type: 'graph_prompt_profile' }]);
  }
  if (request.extractor === 'rules' || models.of('extract') === null) return null;
  return { profile, max_usd: request.max_cost_usd ?? null, max_tokens: request.max_tokens ?? null };
}

function chunkRulesOf({ enabled = true, ...given }: NonNullable<CognifyRequest['chunking']> = {}): ChunkRules {
  const rules = { ...DEFAULT_CHUNK_RULES, ...given };
  if (2 * rules.overlap_tokens >= rules.target_tokens) {
    const msg = `Give a number below half of target_tokens, which is ${rules.target_tokens}.`;
    throw new ValidationError([{ loc: ['body', 'chunking', 'overlap_tokens'], msg, type: 'overlap_tokens' }]);
  }
  return enabled ? rules : { ...rules, target_tokens: WHOLE_DOCUMENT_TOKENS, overlap_tokens: 0, max_chunks: 1 };
}

/** The job of a request that starts one. */
export function onlyJob({ jobs, replayed }: { readonly jobs: readonly JobAccepted[]; readonly replayed: boolean }) {
  const [job] = jobs;
  if (!job) throw new Error('one order starts one job');
  return { job, replayed };
}
