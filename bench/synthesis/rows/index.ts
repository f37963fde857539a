/** Rows of two tables through the API, and by the engine alone: validity by an independent validator, distributions, references, speed, and equal bytes. */
import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readTables } from '../../../api/synthesis/tables.ts';
import { makeItems } from '../../../engines/synthesis/make.ts';
import { jsonLine } from '../../../engines/synthesis/outputs/lines.ts';
import type { ApiClient } from '../../client.ts';
import { synthesize } from '../service.ts';
import { fitOf, fitOfDistribution } from './chi-square.ts';
import type { Fit } from './chi-square.ts';
import { DISTRIBUTIONS, ROWS, SEGMENTS, TABLES } from './tables.ts';
import type { DistributedColumn } from './tables.ts';

type Row = Readonly<Record<string, unknown>>;

const GOAL_SECONDS = 10;

/** Whether all rows are valid, distributions and references hold, equal seeds give equal bytes, and it took less than the goal. */
export async function benchRows(client: ApiClient): Promise<boolean> {
  const order = { engine_id: 'schema_rows', options: { tables: TABLES } };
  const [first, again, other] = [
    await synthesize(client, { ...order, seed: 1 }),
    await synthesize(client, { ...order, seed: 1 }),
    await synthesize(client, { ...order, seed: 2 }),
  ];
  const alone = engineAlone();
  const tables = Map.groupBy(first.items, ({ table }) => String(table));
  const rowsOf = (table: string): readonly Row[] => (tables.get(table) ?? []).map(({ row }) => row as Row);
  const valid = TABLES.reduce((sum, { name, schema }) => sum + validIn(schema, rowsOf(name)), 0);
  const held = checksOf(rowsOf('customers'), rowsOf('orders'));
  const fits = fitsOf(rowsOf('customers'), rowsOf('orders'));
  const seconds = [first, again, other].map((run) => run.seconds.toFixed(1)).join(', ');

  console.log(`| ${ROWS} rows | figure | goal |\n|---|---|---|`);
  console.log(`| made | ${first.items.length} | ${ROWS} |`);
  console.log(`| valid by ajv | ${valid} | ${ROWS} |`);
  for (const [what, { of, wrong }] of Object.entries(held)) console.log(`| ${what}: broken of ${of} | ${wrong} | 0 |`);
  console.log(`| seconds through the API, of three runs | ${seconds} | < ${GOAL_SECONDS} |`);
  console.log(`| seconds of the engine alone | ${alone.seconds.toFixed(1)} | |`);
  console.log(`| SHA-256 of the bytes, seed 1 | ${first.sha256} | |`);
  console.log(`| the same, again | ${again.sha256} | equal |`);
  console.log(`| the same, of the engine alone | ${alone.sha256} | equal |`);
  console.log(`| the same, seed 2 | ${other.sha256} | different |`);
  console.log('\n| column | chi-square | degrees of freedom | .999 quantile |\n|---|---|---|---|');
  for (const [column, { chiSquare, degrees, limit }] of Object.entries(fits)) {
    console.log(`| ${column} | ${chiSquare.toFixed(1)} | ${degrees} | ${limit.toFixed(1)} |`);
  }
  return (
    valid === ROWS &&
    Object.values(held).every(({ wrong }) => wrong === 0) &&
    Object.values(fits).every(({ chiSquare, limit }) => chiSquare <= limit) &&
    [again, alone].every(({ sha256 }) => sha256 === first.sha256) &&
    other.sha256 !== first.sha256 &&
    first.seconds < GOAL_SECONDS
  );
}

/** A validator of its own, stricter than that of the engine: unknown keywords and formats throw. */
function validIn(schema: object, rows: readonly Row[]): number {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return rows.filter((row) => validate(row)).length;
}

interface Held {
  readonly of: number;
  readonly wrong: number;
}

function checksOf(customers: readonly Row[], orders: readonly Row[]): Readonly<Record<string, Held>> {
  const ids = new Set(customers.map(({ id }) => id));
  const earlier = new Set<unknown>();
  let dangling = 0;
  for (const { follows, number } of orders) {
    if (follows !== null && !earlier.has(follows)) dangling++;
    earlier.add(number);
  }
  const distinct = (rows: readonly Row[], column: string): Held => {
    return { of: rows.length, wrong: rows.length - new Set(rows.map((row) => row[column])).size };
  };
  // The first order has none to follow: null is its only value.
  return {
    'references to customers': {
      ...{ of: orders.length, wrong: orders.filter(({ customer_id }) => !ids.has(customer_id)).length },
    },
    'references to earlier orders': { of: orders.length, wrong: dangling },
    'delivered before ordered': {
      ...{ of: orders.length, wrong: orders.filter((row) => String(row['delivered']) < String(row['ordered'])).length },
    },
    'id, repeated': distinct(customers, 'id'),
    'email, repeated': distinct(customers, 'email'),
    'number, repeated': distinct(orders, 'number'),
  };
}

function fitsOf(customers: readonly Row[], orders: readonly Row[]): Readonly<Record<string, Fit>> {
  const distributed = (column: DistributedColumn): Fit => {
    const rows = [customers, orders].find(([row]) => row !== undefined && column in row) ?? [];
    return fitOfDistribution(
      rows.map((row) => Number(row[column])),
      DISTRIBUTIONS[column],
    );
  };
  const sum = SEGMENTS.reduce((total, { weight }) => total + weight, 0);
  const segments = fitOf(
    SEGMENTS.map(({ value }) => customers.filter(({ segment }) => segment === value).length),
    SEGMENTS.map(({ weight }) => weight / sum),
  );
  const columns = Object.keys(DISTRIBUTIONS).filter((name): name is DistributedColumn => name in DISTRIBUTIONS);
  return {
    'segment, by weight': segments,
    ...Object.fromEntries(columns.map((column) => [`${column}, ${DISTRIBUTIONS[column].type}`, distributed(column)])),
  };
}

/** The same bytes as of `items.jsonl`. */
function engineAlone(): { readonly seconds: number; readonly sha256: string } {
  const read = readTables(TABLES);
  if ('issues' in read) throw new Error(`The tables are wrong: ${JSON.stringify(read.issues)}`);
  const hash = createHash('sha256');
  const began = performance.now();
  const order = { engine_id: 'schema_rows', tables: read.tables, count: ROWS, seed: 1 } as const;
  for (const item of makeItems(order, [])) hash.update(jsonLine({ ...item, scores: null }));
  return { seconds: (performance.now() - began) / 1000, sha256: hash.digest('hex') };
}
