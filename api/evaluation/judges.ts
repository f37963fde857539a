/** Who can judge: the built-in judge, and the language models of the settings. */
import type { DescribedMetric } from '../../engines/evaluation/catalog.ts';
import { BUILT_IN, isModel } from '../../engines/evaluation/options.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { Services } from '../services.ts';

type Models = Services['models'];

/** All that this installation has: values of `judges` in a request. */
export function allJudges(models: Models): readonly string[] {
  return [BUILT_IN, ...models.ofKind('chat').map(({ name }) => name)];
}

/** The judge of requests that name none. */
export const defaultJudge = (models: Models): string => models.of('judge')?.name ?? BUILT_IN;

/** One issue for each judge that this installation does not have. */
export function unknownJudges(models: Models, wanted: readonly string[]): readonly ValidationIssue[] {
  const known = allJudges(models);
  return wanted.flatMap((judge, index) => {
    if (known.includes(judge)) return [];
    const msg = `There is no judge ${judge}. Known: ${known.join(', ')}.`;
    return [{ loc: ['body', 'judges', index], msg, type: 'judge' }];
  });
}

/** An issue if some of the judges have no price: a limit of what they cost would limit nothing. */
export function unpricedJudges(models: Models, judges: readonly (string | null)[]): readonly ValidationIssue[] {
  const unpriced = [...new Set(judges)].filter((judge) => isModel(judge) && models.named(judge).price === null);
  if (unpriced.length === 0) return [];
  const msg =
    `The settings give no price for ${unpriced.join(', ')}. Set their INPUT_USD_PER_MILLION and ` +
    'OUTPUT_USD_PER_MILLION, or use max_tokens.';
  return [{ loc: ['body', 'max_cost_usd'], msg, type: 'judge_price' }];
}

/** Why a metric cannot be measured, with the fix. */
interface Lack {
  readonly lack: string;
  readonly type: 'judge' | 'model_not_configured';
}

/**
 * Those of the wanted judges that can judge the metric, `[null]` for one that needs none. Without `wanted`: the default
 * judge, or the built-in one for what it cannot judge.
 */
export function judgesOf(
  models: Models,
  metric: DescribedMetric,
  wanted?: readonly string[],
): readonly (string | null)[] | Lack {
  const { key, judges, needsEmbedding } = metric;
  const fitting = fittingJudges(metric, wanted ?? [...new Set([defaultJudge(models), BUILT_IN])]);
  const chosen = judges.length === 0 ? [null] : wanted === undefined ? fitting.slice(0, 1) : fitting;
  if (chosen.length === 0) {
    const able = fittingJudges(metric, allJudges(models));
    return able.length > 0
      ? { lack: `None of the judges can judge ${key}. Add one that can: ${able.join(', ')}.`, type: 'judge' }
      : { lack: `${key} needs a language model. ${CONFIGURE} judge, or leave the metric out.`, type: NOT_CONFIGURED };
  }
  if (needsEmbedding && !chosen.every(isModel) && models.of('embed') === null) {
    return { lack: `${key} compares vectors. ${CONFIGURE} embed, or leave the metric out.`, type: NOT_CONFIGURED };
  }
  return chosen;
}

const NOT_CONFIGURED = 'model_not_configured';
const CONFIGURE = 'Configure a model (docs/models.md) for the role';

/** Those of the judges that can judge the metric. */
export function fittingJudges({ judges }: DescribedMetric, wanted: readonly string[]): readonly string[] {
  return wanted.filter((judge) => judges.includes(isModel(judge) ? 'model' : 'built_in'));
}
