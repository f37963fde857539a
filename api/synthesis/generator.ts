/** Who makes items: rules, or a language model of the settings. */
import type { EngineId, Maker } from '../../engines/synthesis/catalog.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Services } from '../services.ts';
import { issueAt } from './issues.ts';
import type { ValidationIssue } from '../contract/validation.ts';

export type GeneratingModels = Pick<Services['models'], 'of' | 'ofKind' | 'named'>;

/** The value of `generator` that asks for no model. */
const RULES = 'rules';

/** Who can make items in this installation: values of `generator`. */
export function generatorsOf(models: GeneratingModels, makers: readonly Maker[]): readonly string[] {
  const named = makers.includes('model') ? models.ofKind('chat').map(({ name }) => name) : [];
  return [...(makers.includes('rules') ? [RULES] : []), ...named];
}

/**
 * Name of the model that makes the items of an engine; `null`: rules do. Without `generator`, the model of the role
 * `generate` where the engine can use one. Throws `model_not_configured` for an engine that needs a model where there
 * is none.
 */
export function readGenerator(
  models: GeneratingModels,
  { engineId, makers }: { readonly engineId: EngineId; readonly makers: readonly Maker[] },
  generator: string | undefined,
): { readonly model: string | null } | { readonly issue: ValidationIssue } {
  const known = generatorsOf(models, makers);
  const role = makers.includes('model') ? models.of('generate') : null;
  if (known.length === 0 || (generator === undefined && role === null && !makers.includes('rules'))) {
    throw new ServiceError('model_not_configured', `This needs a language model, and none has the role generate.`, {
      role: 'generate',
    });
  }
  const chosen = generator ?? role?.name ?? RULES;
  if (known.includes(chosen)) return { model: chosen === RULES ? null : chosen };
  return {
    issue: issueAt(['generator'], `${chosen} cannot make these items of ${engineId}. Known: ${known.join(', ')}.`),
  };
}
