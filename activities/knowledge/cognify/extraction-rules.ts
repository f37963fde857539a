/**
 * What the steps of an extraction have in common: model, profile, and the digest by which unchanged chunks are known.
 */
import { createHash } from 'node:crypto';
import type { PromptProfiles } from '../../../domain/knowledge/cognify/prompt-profiles.ts';
import type { ExtractionWork } from '../../../domain/knowledge/cognify/index.ts';
import type { Turn } from '../../../domain/knowledge/datasets/index.ts';
import type { Models } from '../../../domain/models/index.ts';
import { promptOf } from '../../../engines/knowledge/extraction/index.ts';
import type { FixedPrompt, PromptProfile } from '../../../engines/knowledge/extraction/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import type { ExtractionInput } from '../types.ts';

export interface ExtractionDependencies {
  readonly models: Models;
  readonly promptProfiles: PromptProfiles;
}

export interface Extraction {
  readonly model: ModelConfig;
  readonly profile: PromptProfile;
  readonly work: ExtractionWork;
}

/**
 * What this worker's settings make of the rules. Throws `model_not_configured`, or `prompt_profile_missing` for an
 * unknown profile.
 */
export function extractionOf(
  { models, promptProfiles }: ExtractionDependencies,
  turn: Turn,
  { rules, extraction }: Pick<ExtractionInput, 'rules' | 'extraction'>,
): Extraction {
  const model = extractionModel(models);
  const profile = promptProfiles[extraction.profile];
  if (profile === undefined) {
    const message = `The worker has no graph prompt profile "${extraction.profile}".`;
    throw new ServiceError('prompt_profile_missing', message, { profile: extraction.profile });
  }
  const rulesDigest = digestOf(model, promptOf(profile));
  return { model, profile, work: { turn, rulesDigest, isIncremental: rules.incremental } };
}

/** The model of the role `extract`. Throws `model_not_configured`. */
export function extractionModel(models: Pick<Models, 'of'>): ModelConfig {
  const model = models.of('extract');
  if (model !== null) return model;
  throw new ServiceError('model_not_configured', 'The worker has no model for the role extract.', { role: 'extract' });
}

/** Changes with the model and with what it is asked. */
export function digestOf({ id }: ModelConfig, { system, schema }: FixedPrompt): string {
  const asked = canonicalJson({ model: id, system, schema });
  return createHash('sha256').update(asked).digest('hex').slice(0, 16);
}
