/**
 * The unit tests of pages of olmOCR-bench, as `olmocr/bench/tests.py` of allenai/olmocr defines them (Apache-2.0,
 * commit f7cfe4c). Formulas are an exception: there, they are rendered and compared as pictures; here, their LaTeX must be the
 * same but for spaces and braces, so that fewer pass.
 */
import { isFoundWithin, matchStarts, similarity } from './fuzzy.ts';
import { hasCell } from './tables.ts';
import type { CellTest } from './tables.ts';

interface Common {
  readonly pdf: string;
  readonly page: number;
  readonly id: string;
  readonly max_diffs?: number;
}

export type PageTest = Common &
  (
    | {
        readonly type: 'present' | 'absent';
        readonly text: string;
        readonly case_sensitive?: boolean;
        readonly first_n?: number;
        readonly last_n?: number;
      }
    | { readonly type: 'order'; readonly before: string; readonly after: string }
    | ({ readonly type: 'table' } & CellTest)
    | { readonly type: 'math'; readonly math: string }
    | { readonly type: 'baseline'; readonly max_length?: number }
  );

/** Whether the Markdown of the page passes. */
export function passes(test: PageTest, markdown: string): boolean {
  const { max_diffs = 0 } = test;
  switch (test.type) {
    case 'present':
    case 'absent':
      return isPresent(test, markdown, max_diffs) === (test.type === 'present');
    case 'order': {
      const text = normalized(markdown);
      const before = matchStarts(normalized(test.before), text, max_diffs);
      const after = matchStarts(normalized(test.after), text, max_diffs);
      return Math.min(...before) < Math.max(...after);
    }
    case 'table':
      return hasCell(test, markdown, (one, other) => similarity(normalized(one), normalized(other)), max_diffs);
    case 'math':
      return formulasIn(markdown).some((formula) => plainLatex(formula) === plainLatex(test.math));
    case 'baseline':
      return isSound(markdown, test.max_length);
  }
}

function isPresent(
  { text, case_sensitive = true, first_n = 0, last_n = 0 }: Extract<PageTest, { type: 'present' | 'absent' }>,
  markdown: string,
  maxDiffs: number,
): boolean {
  const cased = (part: string): string => (case_sensitive ? part : part.toLowerCase());
  const whole = cased(normalized(markdown));
  const ends = (first_n > 0 ? whole.slice(0, first_n) : '') + (last_n > 0 ? whole.slice(-last_n) : '');
  return isFoundWithin(cased(normalized(text)), first_n + last_n > 0 ? ends : whole, maxDiffs);
}

const REPLACED: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚', (quote) => [quote, "'"] as const),
  ...Array.from('“”„', (quote) => [quote, '"'] as const),
  ...Array.from('–—‑‒−', (dash) => [dash, '-'] as const),
  ['＿', '_'],
  ['µ', 'μ'],
]);

/** Without marks of bold and italic, and with plain quotes, dashes and spaces. */
export const normalized = (text: string): string =>
  text
    .replace(/<br\/?>/g, ' ')
    .replace(/<\/?[bi]>/g, '')
    .replace(/\*\*([^*\n]*)\*\*/g, '$1')
    .replace(/__([^_\n]*)__/g, '$1')
    .replace(/\*([^*\n]*)\*/g, '$1')
    .replace(/_([^_\n]*)_/g, '$1')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .replace(/[‘’‚“”„–—‑‒−＿µ]/g, (character) => REPLACED.get(character) ?? character);

/** What is between the marks of formulas; the text between formulas is no formula that a test asks for. */
const formulasIn = (markdown: string): string[] => markdown.split(/\$+|\\[()[\]]/);

const plainLatex = (latex: string): string => latex.replace(/\\(?:left|right|,|;|!|quad)(?![a-zA-Z])|[\s{}]/g, '');

const MAX_REPEATS = 30;
const MAX_REPEATED = 5;
const FOREIGN = /[\u3040-\u30ff\u4e00-\u9fff\u{1f1e0}-\u{1f1ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}]/u;

/** Has text, if it may have any, and none that a model makes that has lost its way. */
function isSound(markdown: string, maxLength: number | undefined): boolean {
  const length = markdown.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (maxLength !== undefined) return length <= maxLength;
  const text = markdown.replace(/\s+/g, ' ');
  const isRepeated = Array.from({ length: MAX_REPEATED }, (_, index) => {
    const size = index + 1;
    const last = text.slice(-size);
    const parts = Array.from({ length: MAX_REPEATS + 1 }, (_part, before) =>
      text.slice(-size * (before + 1)).slice(0, size),
    );
    return parts.every((part) => part === last);
  });
  return length > 0 && !isRepeated.includes(true) && !FOREIGN.test(markdown);
}
