import { addUsage } from '../../../domain/jobs/usage.ts';
import type { Measure, UsageUnit } from '../../../domain/jobs/usage.ts';
import type { Output } from '../../../engines/evaluation/cases/index.ts';
import type { Step } from '../../step/step.ts';

/**
 * Passes usage on to the step, and sums up what one answer took. A cost is known if a model with a price was called.
 */
export function spendingOf(step: Pick<Step, 'spend'>): {
  readonly spend: (measure: Measure) => void;
  readonly spent: () => Pick<Output, 'usage' | 'cost_usd'>;
} {
  const measures: Measure[] = [];
  const sumOf = (wanted: UsageUnit): number =>
    addUsage(measures).reduce((sum, { unit, amount }) => (unit === wanted ? sum + amount : sum), 0);
  return {
    spend: (measure) => {
      measures.push(measure);
      step.spend(measure);
    },
    spent: () => ({
      usage: { input_tokens: sumOf('input_tokens'), output_tokens: sumOf('output_tokens') },
      ...(measures.some(({ unit }) => unit === 'usd') && { cost_usd: sumOf('usd') }),
    }),
  };
}
