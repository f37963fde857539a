/** Tables of reports: they scroll by themselves where the window is narrow. */
import { html } from './html.ts';
import type { Html } from './html.ts';

/** The title of a column; of one with numbers, as `number`. */
export type Column = string | { readonly number: string };

/** The first cell of a row is its heading. */
export function table(label: string, columns: readonly Column[], rows: readonly (readonly (string | Html)[])[]): Html {
  const aligned = (index: number): Html | false => typeof columns[index] === 'object' && html` class="number"`;
  const head = columns.map((column, index) => {
    const title = typeof column === 'string' ? column : column.number;
    return html`<th scope="col" ${aligned(index)}>${title}</th>`;
  });
  const body = rows.map(
    ([first = '', ...others]) =>
      html`<tr>
        <th scope="row" ${aligned(0)}>${first}</th>
        ${others.map((cell, index) => html`<td${aligned(index + 1)}>${cell}</td>`)}
      </tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
