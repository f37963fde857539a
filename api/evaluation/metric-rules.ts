/**
 * What makes a metric of a request pointless: a threshold beyond its range, a repetition, or a field that no case has.
 */
import { Value } from 'typebox/value';
import { describedMetric } from '../../engines/evaluation/catalog.ts';
import type { DescribedMetric } from '../../engines/evaluation/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { EvalJobRequest } from './schemas.ts';

type Metrics = NonNullable<EvalJobRequest['metrics']>;

/** A threshold that no score can be on either side of decides nothing. */
export function thresholdIssues(
  { key, range: [lowest, highest] }: DescribedMetric,
  threshold: number | undefined,
  index: number,
): readonly ValidationIssue[] {
  if (threshold === undefined || (threshold >= lowest && threshold <= (highest ?? Infinity))) return [];
  const range = highest === null ? `${lowest} or more` : `between ${lowest} and ${highest}`;
  const msg = `Values of ${key} are ${range}. Use a threshold in this range.`;
  return [{ loc: ['body', 'metrics', index, 'threshold'], msg, type: 'metric_threshold' }];
}

/** Parameters that are left out count with their defaults. `known` finds a metric by its key. */
export function repeatIssues(
  metrics: Metrics,
  known: (key: string) => DescribedMetric | null,
): readonly ValidationIssue[] {
  const first = new Map<string, number>();
  return metrics.flatMap(({ metric_key, params = {} }, index) => {
    const metric = known(metric_key);
    if (metric === null) return [];
    const same = canonicalJson([metric_key, Value.Default(metric.parameters, structuredClone(params))]);
    const before = first.get(same);
    if (before === undefined) {
      first.set(same, index);
      return [];
    }
    const hasParameters = Object.keys(metric.parameters.properties).length > 0;
    const fix = hasParameters ? 'Leave one of them out, or change its params.' : 'Leave one of them out.';
    const msg = `metrics[${before}] is ${metric_key} with the same parameters. ${fix}`;
    return [{ loc: ['body', 'metrics', index, 'metric_key'], msg, type: 'metric_repeated' }];
  });
}

/** What is known of the cases of a run when it is submitted. */
export interface KnownCases {
  readonly input: EvalJobRequest['input']['type'];
  /** That at least one case has, or may get from the target. */
  readonly fields: ReadonlySet<string>;
  readonly hasTarget: boolean;
}

/** Metrics that could measure no case, since all of them lack a field. If only some lack it, these are `unmeasured`. */
export function missingFields(metrics: Metrics, known: KnownCases): readonly ValidationIssue[] {
  return metrics.flatMap(({ metric_key }, index) => {
    const metric = describedMetric(metric_key);
    const missing = metric && lacking(metric, known.fields);
    if (missing === null) return [];
    const given = known.input === 'inline_test_cases' ? 'Add it to test_cases' : 'Name its column in field_mapping';
    const answered = missing.includes('actual_output') && !known.hasTarget ? ', name a target that answers them' : '';
    const msg =
      `No case has ${missing.join(' or ')}, which ${metric_key} reads. ${given}${answered}, or leave the metric ` +
      'out.';
    return [{ loc: ['body', 'metrics', index, 'metric_key'], msg, type: 'field_missing' }];
  });
}

/** The field that is missing, or those of which one is needed; `null`: none is missing. */
function lacking({ fields, anyOf = [] }: DescribedMetric, given: ReadonlySet<string>): readonly string[] | null {
  const missing = fields.find((field) => !given.has(field));
  if (missing !== undefined) return [missing];
  return anyOf.length === 0 || anyOf.some((field) => given.has(field)) ? null : anyOf;
}
