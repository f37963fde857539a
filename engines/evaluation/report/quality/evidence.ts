/** What a score rests on, whatever its metric: objects as pairs, lists as lists. */
import { score } from '../../../report/numbers.ts';
import { clipped } from '../../../report/clipped.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';

const LONGEST_TEXT = 1000;
const MOST_ITEMS = 40;
const DEEPEST = 6;
/** Places are shown as marks in the texts. */
const PLACES: ReadonlySet<string> = new Set(['start', 'end']);

export function evidenceOf(value: unknown, depth = 0): Html {
  if (value === null || value === undefined) return html`<span class="muted">none</span>`;
  if (typeof value === 'number') return html`${score(value)}`;
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`;
  if (typeof value === 'string') return html`<span dir="auto">${clipped(value, LONGEST_TEXT)}</span>`;
  if (typeof value !== 'object' || depth === DEEPEST) return html`${clipped(JSON.stringify(value), LONGEST_TEXT)}`;
  return Array.isArray(value) ? listOf(value, depth) : pairsOf(value, depth);
}

function listOf(values: readonly unknown[], depth: number): Html {
  if (values.length === 0) return html`<span class="muted">none</span>`;
  const more = values.length - MOST_ITEMS;
  if (values.every((value) => typeof value !== 'object')) {
    const words = clipped(values.slice(0, MOST_ITEMS).join(', '), LONGEST_TEXT);
    return html`<span dir="auto">${words}</span>${more > 0 && ` and ${more} more`}`;
  }
  const items = values.slice(0, MOST_ITEMS).map((value) => html`<li>${evidenceOf(value, depth + 1)}</li>`);
  return html`<ol start="0">
      ${items}
    </ol>
    ${more > 0 && html`<p class="muted">and ${more} more</p>`}`;
}

function pairsOf(value: object, depth: number): Html {
  const members = Object.entries(value).filter(([name]) => !PLACES.has(name));
  const pairs = members.slice(0, MOST_ITEMS).map(
    ([name, member]) =>
      html`<dt>${name.replaceAll('_', ' ')}</dt>
        <dd>${evidenceOf(member, depth + 1)}</dd>`,
  );
  return html`<dl>${pairs}</dl>`;
}
