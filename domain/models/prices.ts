/** What calls of models take and cost. */
import type { ModelConfig } from '../../platform/config/models.ts';
import type { Tokens } from '../../platform/models/spans.ts';
import type { Measure } from '../jobs/usage.ts';

/** What a call took, as measures of the model. */
export function costOf(model: ModelConfig, tokens: Tokens): Measure[] {
  const { name: source } = model;
  const { input, output } = tokens;
  const measures = [
    { source, unit: 'calls', amount: 1 },
    { source, unit: 'input_tokens', amount: input },
    { source, unit: 'output_tokens', amount: output },
    { source, unit: 'usd', amount: usdOf(model, tokens) ?? 0 },
  ] as const;
  return measures.filter(({ amount }) => amount > 0);
}

/** What tokens cost in US dollars; `null` without a price. */
export function usdOf({ price }: Pick<ModelConfig, 'price'>, { input, output }: Tokens): number | null {
  return price && (input * price.input + output * price.output) / 1e6;
}
