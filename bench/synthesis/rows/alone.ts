/**
 * The rows without the service: by its engine in this process, and by json-schema-faker, which knows the schemas alone.
 */
import { createHash } from 'node:crypto';
import { generateSync } from 'json-schema-faker';
import { readTables } from '../../../api/synthesis/tables.ts';
import { makeItems } from '../../../engines/synthesis/make.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { Table } from '../../../engines/synthesis/rows/request.ts';
import { jsonLine } from '../../../engines/synthesis/outputs/jsonl.ts';
import type { Row, Rows } from './measures.ts';
import { ROWS, TABLES } from './tables.ts';

function tablesRead(): readonly Table[] {
  const read = readTables(TABLES);
  if ('issues' in read) throw new Error(`The tables are wrong: ${JSON.stringify(read.issues)}`);
  return read.tables;
}

/** The same bytes as of `items.jsonl`. */
export function engineAlone(seed: number): { readonly seconds: number; readonly sha256: string } {
  const tables = tablesRead();
  const hash = createHash('sha256');
  const began = performance.now();
  const order = { engine_id: 'schema_rows', tables, count: ROWS, seed } as const;
  for (const item of makeItems(order, [])) hash.update(jsonLine({ ...item, scores: null }));
  return { seconds: (performance.now() - began) / 1000, sha256: hash.digest('hex') };
}

export function fakerAlone(): { readonly seconds: number; readonly rows: Rows } {
  const tables = tablesRead();
  const began = performance.now();
  const [customers, orders] = tables.map(({ schema, count }) =>
    Array.from({ length: count }, (_, seed): Row => {
      const row: unknown = generateSync(schema, { seed });
      return isObject(row) ? row : {};
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { seconds, rows: { customers: customers ?? [], orders: orders ?? [] } };
}
