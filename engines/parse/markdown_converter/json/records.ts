/** Arrays of flat objects as tables. */
import { isObject } from '../../../../platform/is-object.ts';
import { escapeInline } from '../../documents/markdown/escape.ts';
import { pipeTable } from '../../documents/markdown/tables.ts';

/** Wider records are more readable as JSON. */
const MAX_COLUMNS = 40;

/**
 * A table with a column for each key; `null` unless the value is an array of objects whose values are all scalars, with
 * at least two keys: a single column says less than the JSON.
 */
export function recordsTable(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const records: unknown[] = value;
  const keys = new Set<string>();
  const rows: Map<string, string>[] = [];
  for (const record of records) {
    if (!isObject(record)) return null;
    const row = new Map<string, string>();
    for (const [key, member] of Object.entries(record)) {
      const cell = scalar(member);
      if (cell === null) return null;
      keys.add(key);
      row.set(key, cell);
    }
    if (keys.size > MAX_COLUMNS) return null;
    rows.push(row);
  }
  if (keys.size < 2) return null;
  const columns = [...keys];
  return pipeTable([
    columns.map((name) => escapeInline(name)),
    ...rows.map((row) => columns.map((key) => row.get(key) ?? '')),
  ]);
}

/** `null` for values that a cell cannot represent: nested values and inexact numbers. */
function scalar(value: unknown): string | null {
  if (value === null) return '';
  if (typeof value === 'string') return escapeInline(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? String(value) : null;
}
