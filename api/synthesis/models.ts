/** The language models that a synthesis uses, as its workflow knows them. */
import type { SynthesisJobInput } from '../../workflows/synthesis.ts';
import type { StoredOrder } from '../../domain/synthesis/orders.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { GeneratingModels } from './generator.ts';
import { issueAt } from './issues.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';

type Using = Pick<SynthesisJobInput, 'generator' | 'closed_book' | 'limits'>;

/** Throws `model_not_configured` where questions are to be asked without their passages, and there is no model. */
export function modelsOf(request: SynthesisJobRequest, order: StoredOrder['order'], models: GeneratingModels): Using {
  const generator = 'model' in order ? order.model : null;
  const closedBook = order.engine_id === 'grounded_qa' ? closedBookModel(request, generator, models) : null;
  if (generator === null && closedBook === null) return {};
  const { max_cost_usd = null, max_tokens = null } = request;
  return {
    ...(generator !== null && { generator: { model: generator } }),
    ...(closedBook !== null && { closed_book: { model: closedBook } }),
    limits: { max_usd: max_cost_usd, max_tokens },
  };
}

/** Rather another model than the one that makes the questions: a model knows what it asks. */
function closedBookModel(
  { closed_book }: SynthesisJobRequest,
  generator: string | null,
  models: GeneratingModels,
): string | null {
  if (!(closed_book ?? generator !== null)) return null;
  const roles = [models.of('judge'), models.of('generate')].flatMap((model) => model?.name ?? []);
  const chosen = roles.find((name) => name !== generator) ?? roles[0] ?? generator;
  if (chosen !== null) return chosen;
  throw new ServiceError('model_not_configured', 'closed_book needs a language model, and none has the role judge.', {
    role: 'judge',
  });
}

/** A limit of what costs nothing, as far as the settings say, would limit nothing. */
export function priceIssues(
  { max_cost_usd }: SynthesisJobRequest,
  { generator, closed_book }: Using,
  models: GeneratingModels,
): readonly ValidationIssue[] {
  if (max_cost_usd === undefined) return [];
  const used = new Set([generator, closed_book].flatMap((of) => of?.model ?? []));
  return [...used].flatMap((name) => {
    if (models.named(name).price !== null) return [];
    const without = name === generator?.model ? '' : ', or leave it out by closed_book: false';
    const msg =
      `The settings give no price for ${name}: a limit of what it costs would limit nothing. Use ` +
      `max_tokens${without}.`;
    return [issueAt(['max_cost_usd'], msg)];
  });
}
