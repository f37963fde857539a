/** Whether the cost of a target is known, which `max_cost_usd` limits. */
import type { Target } from '../../../activities/evaluation/targets/target.ts';
import { answers } from '../../../domain/knowledge/search/types/index.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { unpricedJudges } from '../judges.ts';

/** What lacks a price, with the fix. */
export function unpricedTarget(models: Services['models'], target: Target): readonly ValidationIssue[] {
  switch (target.type) {
    case 'api': {
      const msg = '`max_cost_usd` needs the price of the target. Give it, or use max_tokens.';
      return target.price === null ? [{ loc: ['body', 'target', 'price'], msg, type: 'target' }] : [];
    }
    case 'model':
      return unpricedJudges(models, [target.name]);
    case 'knowledge': {
      const answering = answers(target.search_type) ? models.of('answer') : null;
      return unpricedJudges(models, [answering?.name ?? null]);
    }
  }
}
