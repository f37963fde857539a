/** Which cases the target is asked about next, and what that is expected to take. */
import { casesToAsk } from '../../../../domain/evaluation/outputs.ts';
import { answers } from '../../../../domain/knowledge/search/index.ts';
import { usdOf } from '../../../../domain/models/prices.ts';
import type { Models } from '../../../../domain/models/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { thisJob } from '../../../jobs/this-job.ts';
import type { Target } from '../../targets/target.ts';
import type { OutputPlanInput, PricedCases } from '../../types.ts';

/** Cases of a step, and steps of a plan. */
const MOST_CASES = 8;
const RANGES = 100;

/** Tokens of an answer, unless the target limits it, and of a passage; both are middles. */
const ANSWER_TOKENS = 300;
const PASSAGE_TOKENS = 250;

type PricingModels = Pick<Models, 'named' | 'of'>;

export async function planOutputs(
  { database, models }: { readonly database: Database; readonly models: PricingModels },
  { target, after }: OutputPlanInput,
): Promise<PricedCases[]> {
  const ranges = await casesToAsk(database, thisJob().jobId, after, { size: MOST_CASES, ranges: RANGES });
  return ranges.map(({ tokens: ofTexts, ...range }) => {
    const { input, output } = perCase(target, models);
    const tokens = { input: ofTexts + range.rows * input, output: range.rows * output };
    return {
      ...range,
      tokens: tokens.input + tokens.output,
      usd: costOf(target, models, tokens) ?? 0,
      models: target.models,
    };
  });
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Tokens of a case, beside its own texts. */
function perCase(target: Target, models: PricingModels): Tokens {
  switch (target.type) {
    case 'api':
    case 'model':
      return {
        input: Math.ceil((target.system_prompt ?? '').length / 4),
        output: target.max_tokens ?? ANSWER_TOKENS,
      };
    case 'knowledge': {
      const isByModel = answers(target.search_type) && models.of('answer') !== null;
      return isByModel ? { input: target.top_k * PASSAGE_TOKENS, output: ANSWER_TOKENS } : { input: 0, output: 0 };
    }
  }
}

function costOf(target: Target, models: PricingModels, tokens: Tokens): number | null {
  switch (target.type) {
    case 'api':
      return usdOf(target, tokens);
    case 'model':
      return usdOf(models.named(target.name), tokens);
    case 'knowledge': {
      const answering = models.of('answer');
      return answering && usdOf(answering, tokens);
    }
  }
}
