/** Texts of a case with the places marked that its scores rest on. */
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';

/** UTF-16 code units of a text, end exclusive. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'quote' | 'supported' | 'unsupported';
}

/** Places that evidence names, by the text that they are in. */
export interface Marks {
  readonly answer: readonly Mark[];
  readonly contexts: ReadonlyMap<number, readonly Mark[]>;
}

/** From here on a claim counts as supported: the same limit as the built-in judge's. */
const SUPPORTED = 0.5;

/**
 * Finds claims (`start` and `end` in the answer) and quotes (the same with the index of their `context`) anywhere in
 * the evidence.
 */
export function marksOf(evidence: readonly unknown[]): Marks {
  const answer: Mark[] = [];
  const contexts = new Map<number, Mark[]>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) visit(inner);
    const { start, end, context, support } = value as Record<string, unknown>;
    if (!isIndex(start) || !isIndex(end)) return;
    if (isIndex(context)) {
      const found = contexts.get(context) ?? [];
      contexts.set(context, [...found, { start, end, kind: 'quote' }]);
    } else if (typeof support === 'number') {
      answer.push({ start, end, kind: support >= SUPPORTED ? 'supported' : 'unsupported' });
    }
  };
  visit(evidence);
  return { answer, contexts };
}

const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Characters of one text of a case. */
const SHOWN = 4000;
/** Characters before the first mark of a text that is shown in part. */
const BEFORE = 500;

/**
 * The text with its marks; of a long text, the part around the first mark. Marks that overlap an earlier one are left
 * out.
 */
export function markedText(text: string, marks: readonly Mark[] = []): Html {
  const sorted = marks
    .filter(({ start, end }) => start < end && end <= text.length)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const first = sorted[0]?.start ?? 0;
  const from = text.length > SHOWN && first > SHOWN - BEFORE ? first - BEFORE : 0;
  const to = Math.min(text.length, from + SHOWN);
  const parts: Html[] = [];
  let at = from;
  for (const { start, end, kind } of sorted) {
    if (start < at || end > to) continue;
    parts.push(html`${text.slice(at, start)}<mark class="${kind}">${text.slice(start, end)}</mark>`);
    at = end;
  }
  const shown = [from > 0 && '… ', parts, text.slice(at, to), to < text.length && ` … (${text.length} characters)`];
  // White space is shown: a line break in this template would be, too.
  return html`<div class="text" dir="auto">${shown}</div>`;
}
