/** What is said of the questions of a set, as rows of Markdown tables. */
import { judgeCorrectness } from '../../../engines/evaluation/judges/built-in/correctness.ts';
import type { Cases, Passage } from '../../knowledge/cases.ts';
import { KINDS } from './made.ts';
import type { Made } from './made.ts';

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

/** Words, accepted questions of each kind in 1,000 of them, rejected ones, and which form has most of the first half of each kind. */
export function perThousandWords(passages: readonly Passage[], made: readonly Made[]): string[] {
  const words = passages.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const accepted = made.filter(({ rejected }) => rejected === null);
  const counts = KINDS.map((kind) => accepted.filter((one) => one.kind === kind).length);
  const firsts = KINDS.flatMap((kind, at) =>
    accepted.filter((one) => one.kind === kind).slice(0, Math.ceil((counts[at] ?? 0) / 2)),
  );
  const forms = [...Map.groupBy(firsts, ({ form }) => form)].map(([form, { length }]) => ({ form, length }));
  const [most] = forms.sort((a, b) => b.length - a.length);
  return [
    String(words),
    ...counts.map((count) => ((1000 * count) / words).toFixed(2)),
    String(made.length - accepted.length),
    most === undefined ? '' : `${most.form} ${((100 * most.length) / firsts.length).toFixed(0)} %`,
  ];
}

/** Words in a row that a question has of its passage, from which on it is the sentence with a gap. */
const COPIED = 8;

/** Whether a question is mostly a sentence of its passages. */
export function isCopied({ question, contexts }: Pick<Made, 'question' | 'contexts'>): boolean {
  const plain = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  const words = plain(question).trim().split(' ');
  const texts = contexts.map(plain);
  return words.some(
    (_, at) =>
      at + COPIED <= words.length && texts.some((text) => text.includes(` ${words.slice(at, at + COPIED).join(' ')} `)),
  );
}

const SAME = 0.5;

/** The share of people's answers that a question on the same passage has as well; empty for a set without people's questions. */
export function askedAlso({ questions, passages }: Cases, made: readonly Made[]): string {
  const onPassage = Map.groupBy(
    made.flatMap(({ answer, contexts }) => (answer === null ? [] : contexts.map((text) => ({ answer, text })))),
    ({ text }) => text,
  );
  const single = questions.filter(({ gold, answers }) => gold.length === 1 && answers.length > 0);
  const found = single.filter(({ gold: [at = 0], answers }) =>
    onPassage
      .get(passages[at]?.text ?? '')
      ?.some(({ answer }) => (judgeCorrectness(answers, answer)?.score ?? 0) >= SAME),
  );
  return single.length === 0 ? '' : (found.length / single.length).toFixed(3);
}
