/** The tables of a request. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { MOST_COLUMNS } from '../../engines/evaluation/options.ts';
import { TABLE_COLUMN, TableShape, checkTables, columnsOf } from '../../engines/synthesis/options.ts';
import type { Table } from '../../engines/synthesis/options.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { issueAt } from './issues.ts';

/** Errors that are shown. */
const SHOWN = 20;

/** What keeps rows of the tables from being those of an evaluation dataset, as far as their schemas show it. */
export function datasetIssues(tables: readonly Table[]): readonly ValidationIssue[] {
  const columns = new Set([TABLE_COLUMN]);
  for (const [index, table] of tables.entries()) {
    const place = ['options', 'tables', index, 'schema'];
    const own = columnsOf(table);
    if (own.includes(TABLE_COLUMN)) {
      const msg = `The dataset names the table of each row in the column ${TABLE_COLUMN}: rename that of ${table.name}.`;
      return [issueAt(place, msg)];
    }
    for (const column of own) columns.add(column);
    if (columns.size <= MOST_COLUMNS) continue;
    const msg =
      `With ${table.name}, the rows have ${columns.size} different columns. A dataset has at most ` +
      `${MOST_COLUMNS}, one of which names the table.`;
    return [issueAt(place, msg)];
  }
  return [];
}

export function readTables(
  given: readonly unknown[],
): { readonly tables: readonly Table[] } | { readonly issues: readonly ValidationIssue[] } {
  const place = ['options', 'tables'];
  if (given.length === 0) return { issues: [issueAt(place, 'schema_rows makes rows of tables: give at least one.')] };
  const Tables = Type.Array(TableShape);
  if (!Value.Check(Tables, given)) {
    const errors = [...Value.Errors(Tables, given)];
    // Of a union, the errors of all its variants: the shallowest one says most.
    const issues = errors
      .slice(0, SHOWN)
      .map(({ instancePath, message }) => issueAt([...place, ...instancePath.split('/').slice(1)], `${message}.`));
    return { issues };
  }
  const issues = checkTables(given).map(({ path, message }) => issueAt([...place, ...path], message));
  return issues.length > 0 ? { issues } : { tables: given };
}
