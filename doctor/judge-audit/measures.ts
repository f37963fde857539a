/** Measures cases as a job does, in one process. */
import { judgeBy } from '../../activities/evaluation/quality/measuring/judge.ts';
import type { Models } from '../../domain/models/index.ts';
import { skipReason } from '../../domain/models/skips.ts';
import type { Case } from '../../engines/evaluation/cases/index.ts';
import type { Measured, Metric } from '../../engines/evaluation/metrics/index.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';

export interface Measurement {
  readonly metric: Metric;
  readonly params: unknown;
}

/** Cases that a model judges at once, at most; its settings may allow fewer. */
const AT_ONCE = 8;
const { signal } = new AbortController();
/** Calls are on nobody's account, and nothing of them is kept. */
const CALLER = { tenantId: 'judge-audit', signal, spend: () => undefined, about: null };

/** By the built-in judge, or by computation. `models` embeds the texts that the metric compares. */
export async function measureBuiltIn(
  models: Pick<Models, 'embed'>,
  { metric, params }: Measurement,
  cases: readonly Case[],
): Promise<Measured[]> {
  const texts = [...new Set(cases.flatMap((subject) => metric.textsToEmbed(subject, params)))];
  const vectors = texts.length === 0 ? [] : await models.embed(texts, 'query', CALLER);
  const byText = new Map(texts.map((text, index) => [text, [...(vectors[index] ?? [])]]));
  return cases.map((subject) => {
    const compared = metric.textsToEmbed(subject, params).map((text) => byText.get(text) ?? []);
    return metric.measure(subject, params, { vectors: compared });
  });
}

/** By a language model. A case that it refuses or has no usable output for is unmeasured; other failures reject. */
export function measureByModel(
  models: Models,
  name: string,
  { metric, params }: Measurement,
  cases: readonly Case[],
): Promise<Measured[]> {
  return mapConcurrently(cases, AT_ONCE, signal, async (subject, _index, signal) => {
    try {
      return await metric.measureByModel(subject, params, judgeBy(models, name, { ...CALLER, signal }));
    } catch (error) {
      const reason = skipReason(error);
      if (reason === null) throw error;
      return reason === 'refused' ? { unmeasured: 'judge_refused' } : { unmeasured: 'judge_failed', about: reason };
    }
  });
}
