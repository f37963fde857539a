/** Questions of a tool, measured, as a row of a Markdown table. */
import type { PlantedFaults } from '../model/faults.ts';
import { repeatsIn } from '../measures/near-duplicates.ts';
import type { AnsweredQuestion, Usable } from '../measures/usable.ts';

/** What a tool made. */
export interface MadeQuestions {
  readonly tool: string;
  readonly asked: number;
  readonly answered: readonly AnsweredQuestion[];
  /** Questions that are to have no answer. */
  readonly unanswerable: readonly string[];
  /** What it rejected, or lost, by reason. */
  readonly rejected: string;
  /** `null` for people. */
  readonly seconds: number | null;
  /** Of the model; `null` without one. */
  readonly spent: { readonly calls: number; readonly tokens: number } | null;
  /** `null` where no faults were planted. */
  readonly faults: readonly PlantedFaults[] | null;
}

export interface QuestionsRow extends MadeQuestions {
  readonly usable: readonly Usable[];
}

const HEAD = [
  'questions',
  'asked',
  'items',
  'exact duplicates',
  'near-duplicates',
  'found',
  'answered',
  'grounded',
  'all three',
  'items/s',
  'calls an item',
  'tokens an item',
  'planted faults kept',
  'rejected',
];

export const printHead = (): void => console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);

/** Whether there are no exact duplicates, and few near ones. */
export function isDistinct({ answered, unanswerable }: MadeQuestions): boolean {
  const texts = textsOf({ answered, unanswerable });
  const { exact, near } = repeatsIn(texts);
  return exact === 0 && near <= MOST_NEAR * texts.length;
}

const MOST_NEAR = 0.02;

export const textsOf = ({ answered, unanswerable }: Pick<MadeQuestions, 'answered' | 'unanswerable'>) => [
  ...answered.map(({ question }) => question),
  ...unanswerable,
];

export function printRow(row: QuestionsRow): void {
  const { tool, asked, usable, rejected, seconds, spent, faults } = row;
  const texts = textsOf(row);
  const { exact, near } = repeatsIn(texts);
  const share = (is: (found: Usable) => boolean): string =>
    usable.length === 0 ? '' : (usable.filter(is).length / usable.length).toFixed(3);
  const each = (amount: number): string =>
    texts.length === 0 ? '' : (amount / texts.length).toFixed(amount > 1000 ? 0 : 2);
  const columns = [
    tool,
    asked,
    texts.length,
    exact,
    `${near} (${((100 * near) / Math.max(texts.length, 1)).toFixed(1)} %)`,
    share(({ isFound }) => isFound),
    share(({ isAnswered }) => isAnswered),
    share(({ isGrounded }) => isGrounded),
    share(({ isFound, isAnswered, isGrounded }) => isFound && isAnswered && isGrounded),
    seconds === null ? '' : (texts.length / seconds).toFixed(1),
    spent ? each(spent.calls) : '',
    spent ? each(spent.tokens) : '',
    faults?.map(({ fault, planted, kept }) => `${fault} ${kept} of ${planted}`).join(', ') ?? '',
    rejected,
  ];
  console.log(`| ${columns.join(' | ')} |`);
}
