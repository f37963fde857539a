/** Submits Cognify jobs. */
import type { ExtractionRules } from '../../../activities/knowledge/types.ts';
import { findDataset } from '../../../domain/knowledge/datasets.ts';
import { DEFAULT_PROFILE } from '../../../domain/knowledge/cognify/prompt-profiles.ts';
import { DEFAULT_CHUNK_RULES } from '../../../engines/text/options.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { selectorOf } from '../datasets/datasets.ts';
import type { CognifyRequest } from './schemas/cognify.ts';
import { modelLimitsOf } from './model-limits.ts';
import { knowledgeWarnings } from '../shared/readiness.ts';

/** A document that is not to be cut is one chunk of at most this many tokens. */
const WHOLE_DOCUMENT_TOKENS = 2048;

/** How much of what a model takes a chunk may fill: its tokens are estimated, and headings are embedded with it. */
const FILLED = 0.7;

export async function submitCognify(services: Services, request: CognifyRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const context = services.config.models.named[dataset.embeddingModel]?.contextTokens ?? null;
  const rules = { chunking: chunkRulesOf(request.chunking, context), incremental: request.incremental_loading ?? true };
  const extraction = extractionRulesOf(services, request);
  const about = { source: dataset.datasetKey, warnings: await knowledgeWarnings(services) };
  const order = request.dry_run
    ? {
        ...{ ...about, workflow: 'cognifyDryRun' as const, isDryRun: true },
        summary: `cognify, dry run · ${dataset.datasetKey}`,
        input: { dataset_id: dataset.id, rules, extraction },
      }
    : {
        ...{ ...about, workflow: 'cognifyJob' as const },
        summary: `cognify · ${dataset.datasetKey}`,
        input: { dataset_id: dataset.id, rules, ...(extraction && { extraction }) },
      };
  return submitOne(services, 'knowledge.cognify', origin, { request, order, issues: limitIssues(request) });
}

/** Limits that a dry run cannot reach. */
function limitIssues(request: CognifyRequest): ValidationIssue[] {
  if (!request.dry_run) return [];
  const limits = (['max_cost_usd', 'max_tokens'] as const).filter((member) => request[member] !== undefined);
  const msg = 'A dry run calls no model, so that it needs no limit. Omit it.';
  return limits.map((member) => ({ loc: ['body', member], msg, type: member }));
}

/** `null` when no language model is to be asked. */
function extractionRulesOf({ models, promptProfiles }: Services, request: CognifyRequest): ExtractionRules | null {
  const profile = request.graph_prompt_profile ?? DEFAULT_PROFILE;
  const known = Object.keys(promptProfiles);
  if (!known.includes(profile)) {
    const msg = `There is no such profile. Known ones: ${known.join(', ')}.`;
    throw new ValidationError([{ loc: ['body', 'graph_prompt_profile'], msg, type: 'graph_prompt_profile' }]);
  }
  const limits = modelLimitsOf({ models }, request);
  return limits && { profile, ...limits };
}

/** No chunk is longer than what the model takes, `context` tokens. */
function chunkRulesOf(
  { enabled = true, ...given }: NonNullable<CognifyRequest['chunking']> = {},
  context: number | null,
): ChunkRules {
  const limit_tokens = context && Math.floor(context * FILLED);
  const whole = { target_tokens: WHOLE_DOCUMENT_TOKENS, overlap_tokens: 0, max_chunks: 1 };
  const wanted = { ...DEFAULT_CHUNK_RULES, ...given, ...(!enabled && whole), limit_tokens };
  const rules = { ...wanted, target_tokens: Math.min(wanted.target_tokens, limit_tokens ?? Infinity) };
  if (2 * rules.overlap_tokens >= rules.target_tokens) {
    const msg = `Give a number below half of target_tokens, which is ${rules.target_tokens}.`;
    throw new ValidationError([{ loc: ['body', 'chunking', 'overlap_tokens'], msg, type: 'overlap_tokens' }]);
  }
  return rules;
}
