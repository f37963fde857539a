/** Tables of counts. */
import { clipped, HEADLINE } from '../../report/clipped.ts';
import { count, percent } from '../../report/numbers.ts';
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';
import { barPlot } from '../../report/plots/bar.ts';
import { table } from '../../report/table.ts';

export interface Counted {
  /** For those who do not see the table. */
  readonly label: string;
  readonly what: string;
  readonly counts: Readonly<Record<string, number>>;
  /** What the shares are of. */
  readonly whole: number;
  /** A sentence about each name. */
  readonly noteOf?: (name: string) => string;
}

/** Rows of a table; the others are summed up. */
const SHOWN = 20;

/** The largest first. */
export const entriesOf = (counts: Counted['counts']): readonly (readonly [string, number])[] =>
  Object.entries(counts).toSorted(([, a], [, b]) => b - a);

/** A name that a client gave: it may be long. */
export const nameOf = (name: string): Html => html`<span class="wide">${clipped(name, HEADLINE)}</span>`;

export function countTable({ label, what, counts, whole, noteOf }: Counted): Html {
  const entries = entriesOf(counts);
  const rows = entries.slice(0, SHOWN).map(([name, found]) => {
    const share = whole === 0 ? 0 : found / whole;
    return [
      nameOf(name),
      ...(noteOf ? [noteOf(name)] : []),
      count(found),
      html`${percent(share)}${barPlot(Math.min(1, share))}`,
    ];
  });
  const more = entries.length > SHOWN && html`<p class="muted">And ${count(entries.length - SHOWN)} more.</p>`;
  const columns = [what, ...(noteOf ? ['Why'] : []), { number: 'Items' }, 'Share'];
  return html`${table(label, columns, rows)}${more}`;
}
