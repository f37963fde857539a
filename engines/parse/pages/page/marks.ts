/**
 * Marks of looks in the text of a page: pairs of noncharacters of Unicode, which no text has, around what is raised,
 * lowered or struck. The texts of lines are joined and cut with them; the writer makes formats of them.
 */

import { PLAIN, text as textOf } from '../../documents/markdown/model.ts';
import type { Format, Inline } from '../../documents/markdown/model.ts';

const FORMATS = {
  sup: { vertical: 'sup' },
  sub: { vertical: 'sub' },
  struck: { strike: true },
  inserted: { change: 'ins' },
} as const satisfies Record<string, Partial<Format>>;

export type Mark = keyof typeof FORMATS;

const FIRST = 0xfdd0;
const MARKS: readonly Mark[] = ['sup', 'sub', 'struck', 'inserted'];
const opening = (mark: Mark): string => String.fromCharCode(FIRST + 2 * MARKS.indexOf(mark));
const closing = (mark: Mark): string => String.fromCharCode(FIRST + 2 * MARKS.indexOf(mark) + 1);

const ANY_MARK = /[\ufdd0-\ufdd9]/;

/** A ticked and an open box, and the plain text of either. */
const [TICKED, OPEN] = ['\ufdd8', '\ufdd9'];
export const BOX_TEXT = '☐';
export const checkbox = (checked: boolean): string => (checked ? TICKED : OPEN);

export const marked = (text: string, mark: Mark): string =>
  text.includes(opening(mark)) ? text : opening(mark) + text + closing(mark);

/** The text with its first box as one that is ticked, also by a cross, or open. */
export const withCheckbox = (text: string): string =>
  /^[☐☑☒]/.test(text) ? checkbox(!text.startsWith('☐')) + text.slice(1) : text;

/** The text in its formats. Passages of one look that only a space separates are one. */
export function formatted(text: string, format: Format = PLAIN): Inline[] {
  if (!ANY_MARK.test(text)) return [textOf(text, format)];
  const joined = (['struck', 'inserted'] as const).reduce(
    (all, mark) => all.replaceAll(`${closing(mark)} ${opening(mark)}`, ' '),
    text,
  );
  const content: Inline[] = [];
  let current = format;
  // The writer puts a space after a box.
  for (const part of joined.replace(/(?<=[\ufdd8\ufdd9]) /g, '').split(/([\ufdd0-\ufdd9])/)) {
    if (part === TICKED || part === OPEN) {
      content.push({ kind: 'checkbox', checked: part === TICKED });
      continue;
    }
    const code = part.charCodeAt(0) - FIRST;
    const mark = part.length === 1 ? MARKS[code >> 1] : undefined;
    if (mark === undefined) content.push(textOf(part, current));
    else current = { ...current, ...changed(FORMATS[mark], code % 2 === 1, format) };
  }
  return content.filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

/** The properties that a mark sets, or their values around it. */
function changed(set: Partial<Format>, isEnd: boolean, around: Format): Partial<Format> {
  if (!isEnd) return set;
  const { vertical, strike, change } = around;
  return 'vertical' in set ? { vertical } : 'strike' in set ? { strike } : { change };
}
