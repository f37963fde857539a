/** The data card as a page of one file. */
import { count, percent } from '../../report/numbers.ts';
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';
import { page } from '../../report/page.ts';
import type { DataCard } from './data-card.ts';

export interface CardHead {
  readonly jobId: string;
  readonly name: string | null;
  readonly engine: string;
  readonly seed: number;
  readonly asked: number;
  readonly accepted: number;
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>;
}

/** Sources that the page names. */
const SHOWN = 50;

export function cardPage(head: CardHead, { kinds, texts, sources }: DataCard): string {
  const { jobId, name, engine, seed, asked, accepted, rejected } = head;
  const title = `Data card ${name ?? jobId}`;
  const named = Object.entries(sources).slice(0, SHOWN);
  const lengths = Object.entries(texts).map(
    ([member, { items, length, distinct_1, distinct_2 }]) =>
      html`<tr>
        <th scope="row">${member}</th>
        <td>${count(items)}</td>
        <td>${count(length.p50)}</td>
        <td>${count(length.p95)}</td>
        <td>${count(length.most)}</td>
        <td>${percent(distinct_1)}</td>
        <td>${percent(distinct_2)}</td>
      </tr>`,
  );
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="muted">Engine ${engine} · seed ${seed} · job ${jobId}</p>
      <p>${count(accepted)} of ${count(asked)} items.</p>
      <h2>Kinds</h2>
      ${countTable('Kind', Object.entries(kinds), accepted)}
      ${
        Object.keys(rejected).length > 0 &&
        html`<h2>Rejected</h2>
          ${countTable('Reason', Object.entries(rejected), null)}`
      }
      ${
        lengths.length > 0 &&
        html`<h2>Texts</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Items</th>
                <th scope="col">Characters p50</th>
                <th scope="col">p95</th>
                <th scope="col">Most</th>
                <th scope="col">Distinct words</th>
                <th scope="col">Distinct pairs of words</th>
              </tr>
            </thead>
            <tbody>
              ${lengths}
            </tbody>
          </table>`
      }
      ${
        named.length > 0 &&
        html`<h2>Sources</h2>
          ${countTable('Source', named, null)}`
      }
      <footer>Tidemill · job ${jobId}</footer>`,
  );
}

/** With `whole`, also the share of each count, as a bar. */
function countTable(what: string, counts: readonly (readonly [string, number])[], whole: number | null): Html {
  const rows = counts.map(
    ([name, found]) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${count(found)}</td>
        ${whole !== null && html`<td><meter min="0" max="${whole}" value="${found}">${percent(found / whole)}</meter></td>`}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${what}</th>
        <th scope="col">Items</th>
        ${whole !== null && html`<th scope="col">Share</th>`}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
