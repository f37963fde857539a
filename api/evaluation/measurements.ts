/** Which measurements a request asks for: its metrics, with their parameters checked, by each of its judges. */
import { Value } from 'typebox/value';
import type { Measurement } from '../../activities/evaluation/types.ts';
import { DESCRIBED_METRICS, describedMetric } from '../../engines/evaluation/catalog.ts';
import { MOST_SUBSCHEMAS, areTooLarge, isModel } from '../../engines/evaluation/options.ts';
import { isObject } from '../../platform/is-object.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import { judgesOf, unknownJudges } from './judges.ts';
import { repeatIssues, thresholdIssues } from './metric-rules.ts';
import type { EvalJobRequest } from './schemas.ts';

export interface ReadMeasurements {
  readonly measurements: readonly Measurement[];
  readonly issues: readonly ValidationIssue[];
}

type Metrics = NonNullable<EvalJobRequest['metrics']>;
type Judging = Pick<EvalJobRequest, 'judges' | 'repeats'>;

export function readMeasurements(
  { models }: Pick<Services, 'models'>,
  metrics: Metrics,
  judging: Judging,
): ReadMeasurements {
  const unknown = unknownJudges(models, judging.judges ?? []);
  if (unknown.length > 0) return { measurements: [], issues: unknown };
  const issues = largeSchemas(metrics);
  if (issues.length > 0) return { measurements: [], issues };
  const read = metrics.map((metric, index) => readMetric(models, judging, metric, index));
  return {
    measurements: read.flatMap(({ measurements }) => measurements),
    issues: [...read.flatMap(({ issues }) => issues), ...repeatIssues(metrics, describedMetric)],
  };
}

/** Reading the parameters compiles their schemas, while other requests wait. */
function largeSchemas(metrics: Metrics): ValidationIssue[] {
  const schemas = metrics.map(({ params }) => params?.['schema']).filter(isObject);
  if (!areTooLarge(schemas)) return [];
  const msg =
    `The schemas of all metrics have more than ${MOST_SUBSCHEMAS} subschemas. Use fewer metrics with a schema, ` +
    'or simpler ones.';
  return [{ loc: ['body', 'metrics'], msg, type: 'metric_params' }];
}

function readMetric(
  models: Services['models'],
  { judges: wanted, repeats = 1 }: Judging,
  { metric_key, threshold, params = {} }: Metrics[number],
  index: number,
): ReadMeasurements {
  const at = (member: string | number, ...deeper: string[]) => ['body', 'metrics', index, member, ...deeper];
  const wrong = (...issues: ValidationIssue[]): ReadMeasurements => ({ measurements: [], issues });
  const metric = describedMetric(metric_key);
  if (metric === null) {
    const msg = `There is no metric ${metric_key}. Known: ${DESCRIBED_METRICS.map(({ key }) => key).join(', ')}.`;
    return wrong({ loc: at('metric_key'), msg, type: 'metric_key' });
  }
  const filled: unknown = Value.Default(metric.parameters, structuredClone(params));
  const issues: ValidationIssue[] = [...Value.Errors(metric.parameters, filled)].map(({ instancePath, message }) => ({
    loc: at('params', ...instancePath.split('/').slice(1)),
    msg: `${message}.`,
    type: 'metric_params',
  }));
  const unknown = Object.keys(params).filter((name) => !Object.hasOwn(metric.parameters.properties, name));
  for (const name of unknown) {
    issues.push({ loc: at('params', name), msg: `${metric_key} has no such parameter.`, type: 'metric_params' });
  }
  issues.push(...thresholdIssues(metric, threshold, index));
  if (issues.length > 0) return wrong(...issues);
  const judges = judgesOf(models, metric, wanted);
  if ('lack' in judges) return wrong({ loc: at('metric_key'), msg: judges.lack, type: judges.type });
  const common = { metric_key, params, threshold: threshold ?? metric.threshold };
  return {
    measurements: judges.map((judge) => ({ ...common, judge, repeats: isModel(judge) ? repeats : 1 })),
    issues: [],
  };
}
