/** Distributions in the page of a data card: each plot stands beside a table with its figures. */
import { count, figure, percent, score } from '../../report/numbers.ts';
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';
import { histogramPlot } from '../../report/plots/histogram.ts';
import { table } from '../../report/table.ts';
import type { ColumnStatistics, TableStatistics } from './columns.ts';
import type { NumberStatistics } from './numbers.ts';
import type { CheckStatistics } from './survey.ts';
import { countTable, nameOf } from './tables.ts';
import type { TextStatistics } from './texts.ts';

const numbered = (...titles: readonly string[]) => titles.map((number) => ({ number }));

export function textsOf(texts: Readonly<Record<string, TextStatistics>>): Html | false {
  const members = Object.entries(texts);
  if (members.length === 0) return false;
  const rows = members.map(([member, { length, distinct_1, distinct_2 }]) => [
    nameOf(member),
    count(length.values),
    figure(length.p50),
    figure(length.p95),
    figure(length.most),
    percent(distinct_1),
    percent(distinct_2),
  ]);
  return html`<h2>Texts</h2>
    <p>Lengths in characters; distinct-1 and distinct-2 are the shares of words, and of pairs of words, that differ.</p>
    ${table('Texts by member', ['Member', ...numbered('Items', 'Median', '95 %', 'Longest', 'distinct-1', 'distinct-2')], rows)}
    ${plots(members.map(([member, { length }]) => [`Length of ${member}`, length]))}`;
}

export function checksOf(checks: Readonly<Record<string, CheckStatistics>>): Html | false {
  const found = Object.entries(checks);
  if (found.length === 0) return false;
  const rows = found.map(([check, { methods, scores }]) => [
    nameOf(check),
    methods.join(', '),
    count(scores.values),
    score(scores.mean),
    score(scores.least),
  ]);
  return html`<h2>Scores of the checks</h2>
    <p>Of the accepted items, from 0 to 1; items with a lower score than a check allows are rejected.</p>
    ${table('Scores by check', ['Check', 'Method', ...numbered('Items', 'Mean', 'Least')], rows)}
    ${plots(found.map(([check, { scores }]) => [check, scores]))}`;
}

export function tablesOf(tables: Readonly<Record<string, TableStatistics>>): Html | false {
  const found = Object.entries(tables);
  return (
    found.length > 0 &&
    html`<h2>Columns</h2>
      ${found.map(([name, statistics]) => tableOf(name, statistics))}`
  );
}

function tableOf(name: string, { rows, columns }: TableStatistics): Html {
  const all = Object.entries(columns);
  return html`<h3>${name}: ${count(rows)} rows</h3>
    ${table(
      `Columns of ${name}`,
      ['Column', ...numbered('Null or absent'), 'Values'],
      all.map(([column, statistics]) => [
        nameOf(column),
        percent(statistics.nulls / Math.max(1, rows)),
        summaryOf(statistics),
      ]),
    )}
    <div class="plots">${all.map(([column, statistics]) => columnOf(column, statistics))}</div>`;
}

function summaryOf({ values, numbers, lengths }: ColumnStatistics): string {
  if (values !== null) return `${count(Object.keys(values).length)} different`;
  if (numbers !== null)
    return (
      `${figure(numbers.least)} to ${figure(numbers.most)}, mean ${figure(numbers.mean)}, median ` + figure(numbers.p50)
    );
  return lengths === null ? '–' : `texts of ${count(lengths.least)} to ${count(lengths.most)} characters`;
}

function columnOf(column: string, { values, numbers, lengths }: ColumnStatistics): Html | false {
  if (values !== null) {
    const whole = Object.values(values).reduce((sum, found) => sum + found, 0);
    return (
      whole > 0 &&
      html`<figure>
        <figcaption>${column}</figcaption>
        ${countTable({ label: `Values of ${column}`, what: 'Value', counts: values, whole })}
      </figure>`
    );
  }
  if (numbers !== null) return plot(column, numbers);
  return lengths !== null && plot(`Length of ${column}`, lengths);
}

const plots = (all: readonly (readonly [string, NumberStatistics])[]): Html =>
  html`<div class="plots">${all.map(([title, statistics]) => plot(title, statistics))}</div>`;

function plot(title: string, { values, least, most, p50, mean, histogram }: NumberStatistics): Html {
  const label =
    `${title}: ${count(values)} values from ${figure(least)} to ${figure(most)}, median ${figure(p50)}, mean ` +
    figure(mean);
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${histogramPlot(label, histogram, null)}
  </figure>`;
}
