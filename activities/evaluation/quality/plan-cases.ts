/** Which cases are judged next, and what models are expected to take for them. */
import { casesToJudge } from '../../../domain/evaluation/cases.ts';
import { usdOf } from '../../../domain/models/prices.ts';
import type { Models } from '../../../domain/models/index.ts';
import { isModel } from '../../../engines/evaluation/options.ts';
import type { Database } from '../../../platform/database/client.ts';
import { thisJob } from '../../jobs/this-job.ts';
import type { PlanInput, PricedCases } from '../types.ts';

/** Cases of a step, and steps of a plan. */
const MOST_CASES = 50;
const RANGES = 100;

/** Judgments of models that a step asks for, if its cases are more than one. */
const JUDGMENTS = 8;

/**
 * Tokens of a judgment beside the texts of its case: instructions, schema and output. They vary by metric; this is a
 * middle.
 */
const FIXED_INPUT_TOKENS = 600;
const OUTPUT_TOKENS = 300;

export async function planCases(
  { database, models }: { readonly database: Database; readonly models: Pick<Models, 'named'> },
  { measurements, after }: PlanInput,
): Promise<PricedCases[]> {
  const byModel = measurements.flatMap(({ judge, repeats }) =>
    isModel(judge) ? [{ model: models.named(judge), repeats }] : [],
  );
  const perCase = byModel.reduce((sum, { repeats }) => sum + repeats, 0);
  const size = perCase === 0 ? MOST_CASES : Math.max(1, Math.floor(JUDGMENTS / perCase));
  const ranges = await casesToJudge(database, thisJob().jobId, after, { size, ranges: RANGES });
  return ranges.map(({ tokens: ofTexts, ...range }) => {
    let [tokens, usd] = [0, 0];
    for (const { model, repeats } of byModel) {
      const input = repeats * (ofTexts + range.rows * FIXED_INPUT_TOKENS);
      const output = repeats * range.rows * OUTPUT_TOKENS;
      tokens += input + output;
      usd += usdOf(model, { input, output }) ?? 0;
    }
    return { ...range, tokens, usd, models: [...new Set(byModel.map(({ model }) => model.name))] };
  });
}
