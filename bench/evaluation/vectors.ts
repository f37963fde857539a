/** Vectors of texts, as evaluations get them. */
import { SCALE_TEXTS } from '../../engines/evaluation/judges/built-in/vectors.ts';
import type { Vector } from '../../engines/evaluation/judges/built-in/vectors.ts';
import type { Case } from '../../engines/evaluation/cases/case.ts';
import type { Measured, Metric } from '../../engines/evaluation/metrics/metric.ts';
import type { Embed } from '../support/embedding.ts';

/**
 * Embeds texts that it has not embedded before. The result gives the vector of each of them, and of the texts of the
 * scale.
 */
export type VectorsOf = (texts: readonly string[]) => Promise<(text: string) => Vector>;

export function openVectors(embed: Embed): VectorsOf {
  const known = new Map<string, Vector>();
  return async (texts) => {
    const fresh = [...new Set([...SCALE_TEXTS, ...texts])].filter((text) => !known.has(text));
    const vectors = await embed(fresh, 'query');
    for (const [index, text] of fresh.entries()) known.set(text, [...(vectors[index] ?? [])]);
    return (text) => known.get(text) ?? [];
  };
}

/** Measures cases by a metric with its default parameters, as a step does. */
export async function measureCases(metric: Metric, cases: readonly Case[], vectorsOf: VectorsOf): Promise<Measured[]> {
  const vectorOf = await vectorsOf(cases.flatMap((subject) => metric.textsToEmbed(subject, {})));
  return cases.map((subject) =>
    metric.measure(subject, {}, { vectors: metric.textsToEmbed(subject, {}).map(vectorOf) }),
  );
}
