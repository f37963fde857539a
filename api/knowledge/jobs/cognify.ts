/** Submits Cognify jobs. */
import type { ExtractionRules } from '../../../activities/knowledge/types.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { chunkRules, overlapsTooMuch } from '../../../domain/knowledge/cognify/index.ts';
import { DEFAULT_PROFILE } from '../../../domain/knowledge/cognify/prompt-profiles.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { selectorOf } from '../datasets/datasets.ts';
import type { CognifyRequest } from './schemas/cognify.ts';
import { modelLimitsOf } from './model-limits.ts';
import { limitsOfDryRun } from '../shared/dry-run.ts';
import { knowledgeWarnings } from '../shared/readiness.ts';

export async function submitCognify(services: Services, request: CognifyRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const context = services.config.models.named[dataset.embeddingModel]?.contextTokens ?? null;
  const rules = { chunking: chunkRulesOf(request, context), incremental: request.incremental_loading ?? true };
  const extraction = extractionRulesOf(services, request);
  const about = { source: dataset.datasetKey, warnings: await knowledgeWarnings(services) };
  const order = request.dry_run
    ? {
        ...about,
        workflow: 'cognifyDryRun' as const,
        isDryRun: true,
        summary: `cognify, dry run · ${dataset.datasetKey}`,
        input: { dataset_id: dataset.id, rules, extraction },
      }
    : {
        ...about,
        workflow: 'cognifyJob' as const,
        summary: `cognify · ${dataset.datasetKey}`,
        input: { dataset_id: dataset.id, rules, ...(extraction && { extraction }) },
      };
  return submitOne(services, 'knowledge.cognify', origin, { request, order, issues: limitsOfDryRun(request) });
}

/** `null` when no language model is to be asked. */
function extractionRulesOf({ models, promptProfiles }: Services, request: CognifyRequest): ExtractionRules | null {
  const profile = request.graph_prompt_profile ?? DEFAULT_PROFILE;
  const known = Object.keys(promptProfiles);
  if (!known.includes(profile)) {
    const msg = `There is no such profile. Known ones: ${known.join(', ')}.`;
    throw new ValidationError([bodyIssue(['graph_prompt_profile'], msg, 'graph_prompt_profile')]);
  }
  const limits = modelLimitsOf({ models }, request);
  return limits && { profile, ...limits };
}

function chunkRulesOf({ chunking = {} }: CognifyRequest, contextTokens: number | null): ChunkRules {
  const rules = chunkRules(chunking, contextTokens);
  if (overlapsTooMuch(rules)) {
    const msg = `Give a number below half of target_tokens, which is ${rules.target_tokens}.`;
    throw new ValidationError([bodyIssue(['chunking', 'overlap_tokens'], msg, 'overlap_tokens')]);
  }
  return rules;
}
