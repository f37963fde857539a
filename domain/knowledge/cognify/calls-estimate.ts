import type { Tokens } from '../../../platform/models/spans.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import { usdOf } from '../../models/prices.ts';
import type { CallsEstimate } from '../results.ts';

/** What so many calls of a model take, which read and write these tokens together. */
export function callsEstimate(
  model: Pick<ModelConfig, 'name' | 'price'>,
  calls: number,
  { input, output }: Tokens,
): CallsEstimate {
  const usd = usdOf(model, { input, output });
  return { model: model.name, calls, input_tokens: input, output_tokens: output, usd };
}
