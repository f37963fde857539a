/** Which measurements a request asks for: its metrics, with their parameters checked, and who judges. */
import { Value } from 'typebox/value';
import type { Measurement } from '../../activities/evaluation/types.ts';
import { DESCRIBED_METRICS, describedMetric } from '../../engines/evaluation/catalog.ts';
import { BUILT_IN } from '../../engines/evaluation/options.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import type { EvalJobRequest } from './schemas.ts';

export interface ReadMeasurements {
  readonly measurements: readonly Measurement[];
  readonly issues: readonly ValidationIssue[];
}

export function readMeasurements(
  services: Pick<Services, 'models'>,
  metrics: NonNullable<EvalJobRequest['metrics']>,
): ReadMeasurements {
  const read = metrics.map((metric, index) => readMetric(services, metric, index));
  return {
    measurements: read.flatMap(({ measurements }) => measurements),
    issues: read.flatMap(({ issues }) => issues),
  };
}

function readMetric(
  { models }: Pick<Services, 'models'>,
  { metric_key, threshold, params = {} }: NonNullable<EvalJobRequest['metrics']>[number],
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
  const issues = [...Value.Errors(metric.parameters, filled)].map(({ instancePath, message }) => ({
    loc: at('params', ...instancePath.split('/').slice(1)),
    msg: `${message}.`,
    type: 'metric_params',
  }));
  if (issues.length > 0) return wrong(...issues);
  if (metric.needsEmbedding && models.of('embed') === null) {
    const msg = `${metric_key} compares vectors. Configure a model for the role embed, or leave the metric out.`;
    return wrong({ loc: at('metric_key'), msg, type: 'model_not_configured' });
  }
  if (metric.judges.length > 0 && !metric.judges.includes(BUILT_IN)) {
    const msg = `${metric_key} is judged by a language model.`;
    return wrong({ loc: at('metric_key'), msg, type: 'model_not_configured' });
  }
  const judge = metric.judges.length === 0 ? null : BUILT_IN;
  return { measurements: [{ metric_key, params, threshold: threshold ?? metric.threshold, judge }], issues: [] };
}
