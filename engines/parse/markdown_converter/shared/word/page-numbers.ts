/** Numbers of pages in heads and feet, which exist only in print. */
import { text, type Inline } from '../../../documents/markdown/model.ts';
import { headerLines, printedCode } from '../page-headers.ts';

/** Private characters for the number of the page and of all pages. */
const PAGE_NUMBER = '\uE000';
const PAGE_COUNT = '\uE001';

/** What a field of a head or foot writes in place of its result; `null` for one that keeps it. */
export function printedMark(instruction: string): string | null {
  const code = printedCode(instruction);
  if (code === '&P') return PAGE_NUMBER;
  if (code === '&N') return PAGE_COUNT;
  return code === null ? null : '';
}

/** A line with the number of a page is the text around it, without `Page … of …`. */
export function withoutPageNumbers(line: readonly Inline[]): readonly Inline[] {
  const words = line
    .map((inline) => (inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '\n' : ''))
    .join('');
  if (!words.includes(PAGE_NUMBER) && !words.includes(PAGE_COUNT)) return line;
  const code = words.replaceAll('&', '&&').replaceAll(PAGE_NUMBER, '&P').replaceAll(PAGE_COUNT, '&N');
  const others = line.filter(({ kind }) => kind !== 'text' && kind !== 'break');
  const left = headerLines(code).flatMap((one): Inline[] => [{ kind: 'break' }, text(one)]);
  return [...others, ...left.slice(others.length === 0 ? 1 : 0)];
}
