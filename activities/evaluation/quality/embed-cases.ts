/** Vectors of the texts of cases that metrics compare by their meaning. */
import type { UnjudgedCase } from '../../../domain/evaluation/cases.ts';
import type { Models } from '../../../domain/models/index.ts';
import type { Case } from '../../../engines/evaluation/cases/index.ts';
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import type { Given } from '../../../engines/evaluation/metrics/index.ts';
import { modelCaller } from '../../models/model-caller.ts';
import type { Step } from '../../step/step.ts';
import type { Measurement } from '../types.ts';

type Vectors = (subject: Case, measurement: Measurement) => Given['vectors'];

/** Embeds each text of the cases once. The result gives the vectors that a metric needs of a case. */
export async function embedCases(
  models: Pick<Models, 'embed'>,
  cases: readonly Pick<UnjudgedCase, 'subject'>[],
  measurements: readonly Measurement[],
  step: Step,
  tenantId: string,
): Promise<Vectors> {
  const textsOf = (subject: Case, { metric_key, params }: Measurement): readonly string[] =>
    metricOf(metric_key).textsToEmbed(subject, params);
  const texts = [
    ...new Set(cases.flatMap(({ subject }) => measurements.flatMap((measurement) => textsOf(subject, measurement)))),
  ];
  const vectors = texts.length === 0 ? [] : await models.embed(texts, 'query', modelCaller(step, tenantId));
  const byText = new Map(texts.map((text, index) => [text, [...(vectors[index] ?? [])]]));
  return (subject, measurement) => textsOf(subject, measurement).map((text) => byText.get(text) ?? []);
}
