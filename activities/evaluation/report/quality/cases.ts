/** All cases of a run as lines, for spreadsheets and for programs. */
import type { QualityResult } from '../../../../domain/evaluation/results.ts';
import { doAgree, panelsOf } from '../../../../engines/evaluation/judges/index.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import type { ScoredCase } from '../../../../engines/evaluation/scores/index.ts';
import { meets } from '../../../../engines/evaluation/scores/index.ts';
import { csvRow } from '../../../../engines/report/csv.ts';

type Run = Pick<QualityResult, 'metrics' | 'agreement'>;

/**
 * A row for each case: its texts, then the score of each measurement, the spread of its repeats, why there is no score,
 * and, after the last judge of a metric, whether the judges agree.
 */
export async function* csvOfCases(cases: AsyncIterable<ScoredCase>, run: Run): AsyncGenerator<string> {
  const panels = panelsIn(run);
  const columns = run.metrics.flatMap(({ metric_key, judge, repeats }) => {
    const name = judge === null ? metric_key : `${metric_key} (${judge})`;
    return [name, ...(repeats > 1 ? [`${name} spread`] : []), `${name} unmeasured`];
  });
  const agreements = panels.map(({ metric_key }) => `${metric_key} judges agree`);
  yield csvRow(['index', 'group', 'user_input', 'actual_output', 'expected_output', ...columns, ...agreements]);
  for await (const { ordinal, subject, scores } of cases) {
    const { group = null, user_input = null, actual_output = null, expected_output = null } = subject;
    const found = new Map(scores.map((score) => [score.position, score]));
    const measured = run.metrics.flatMap(({ repeats }, position) => {
      const { score = null, spread = null, unmeasured = null } = found.get(position) ?? {};
      return [score, ...(repeats > 1 ? [spread] : []), unmeasured];
    });
    const agreed = panels.map(({ agree }) => agree(scores)).map((agree) => (agree === null ? null : String(agree)));
    yield csvRow([ordinal, group, user_input, actual_output, expected_output, ...measured, ...agreed]);
  }
}

/** A JSON text for each case: the case, its scores with what they rest on, and whether the judges of a metric agree. */
export async function* linesOfCases(cases: AsyncIterable<ScoredCase>, run: Run): AsyncGenerator<string> {
  const panels = panelsIn(run);
  for await (const { ordinal, subject, scores } of cases) {
    const named = scores.map(({ position, ...found }) => ({
      metric_key: run.metrics[position]?.metric_key,
      judge: run.metrics[position]?.judge,
      ...found,
    }));
    const agreement = panels.map(({ metric_key, judges, agree }) => ({ metric_key, judges, agree: agree(scores) }));
    yield `${JSON.stringify({ index: ordinal, case: subject, scores: named, agreement })}\n`;
  }
}

interface Panel {
  readonly metric_key: string;
  readonly judges: readonly (string | null | undefined)[];
  /** `null` without a threshold, or when fewer than two judges have measured the case. */
  readonly agree: (scores: ScoredCase['scores']) => boolean | null;
}

/** The metrics that several judges have measured. */
function panelsIn({ metrics, agreement }: Run): readonly Panel[] {
  return panelsOf(agreement).flatMap((positions) => {
    const [first] = positions.map((position) => metrics[position]);
    if (!first) return [];
    const { metric_key, threshold } = first;
    const metric = metricOf(metric_key);
    return {
      metric_key,
      judges: positions.map((position) => metrics[position]?.judge),
      agree: (scores) =>
        threshold === null
          ? null
          : doAgree(
              positions.map((position) => scores.find((score) => score.position === position)?.score ?? null),
              (score) => meets(metric, score, threshold),
            ),
    };
  });
}
