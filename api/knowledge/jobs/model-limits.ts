/** Whether a language model reads the chunks of a job, and what it may take. */
import type { ModelLimits } from '../../../domain/jobs/row-ranges.ts';
import type { Services } from '../../services.ts';
import type { CognifyRequest } from './schemas/cognify.ts';

/** `null` when no language model is to be asked. */
export function modelLimitsOf(
  { models }: Pick<Services, 'models'>,
  request: Pick<CognifyRequest, 'extractor' | 'max_cost_usd' | 'max_tokens'>,
): ModelLimits | null {
  if (request.extractor === 'rules' || models.of('extract') === null) return null;
  return { max_usd: request.max_cost_usd ?? null, max_tokens: request.max_tokens ?? null };
}
