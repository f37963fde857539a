/** What tools made of the same cases, as a Markdown table. */
import { auditOf } from '../../../engines/statistics/audit.ts';
import type { Figure } from '../../../engines/statistics/audit.ts';
import type { Asked } from '../../support/model/counting-model.ts';
import type { JudgedSummary } from '../sets/judged.ts';
import type { JudgedCase } from './outcome.ts';

export interface ToolRow {
  readonly tool: string;
  /** Those with a label, then those in which nothing is claimed. */
  readonly judged: readonly JudgedCase[];
  readonly asked: Asked;
  readonly seconds: number;
}

/** Default of both tools. */
const THRESHOLD = 0.5;

const HEAD = [
  'tool',
  'cases with a score',
  'AUC',
  'kappa',
  'without a score',
  'answers without a claim that score 1',
  'calls',
  'broken',
  'tokens in, out',
  'seconds',
];

/** `cases`: those with a label. */
export function printRows(title: string, cases: readonly JudgedSummary[], rows: readonly ToolRow[]): void {
  console.log(`\n### ${title}\n\n| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);
  for (const { tool, judged, asked, seconds } of rows) {
    const scored = cases.flatMap(({ answer, contexts, isRight }, index) => {
      const score = judged[index]?.score ?? null;
      const about = { group: contexts.join('\n'), label: Number(isRight), isGood: isRight, length: answer.length };
      return score === null ? [] : [{ ...about, score }];
    });
    const { auc, kappa } = auditOf(scored, THRESHOLD);
    const silent = judged.slice(cases.length);
    const columns = [
      tool,
      `${scored.length} of ${cases.length}`,
      withInterval(auc),
      kappa === null ? '' : withInterval(kappa),
      reasons(judged.slice(0, cases.length)),
      `${silent.filter(({ score }) => score === 1).length} of ${silent.length}`,
      asked.calls,
      asked.broken,
      `${asked.inputTokens}, ${asked.outputTokens}`,
      seconds.toFixed(0),
    ];
    console.log(`| ${columns.join(' | ')} |`);
  }
}

const withInterval = ({ value, interval }: Figure): string =>
  value.toFixed(3) + (interval === null ? '' : ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`);

function reasons(judged: readonly JudgedCase[]): string {
  const failed = judged.flatMap(({ failure }) => failure ?? []);
  return [...Map.groupBy(failed, (reason) => reason)].map(([reason, of]) => `${reason}: ${of.length}`).join(', ');
}
