/** What is right and wrong about rows of the two tables, however they were made. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fitOf, fitOfDistribution } from './chi-square.ts';
import type { Fit } from './chi-square.ts';
import { DISTRIBUTIONS, SEGMENTS, TABLES } from './tables.ts';
import type { DistributedColumn, TableName } from './tables.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<TableName, readonly Row[]>>;

export interface MeasuredRows {
  readonly made: number;
  readonly valid: number;
  /** Rows that break a rule, by rule. */
  readonly broken: Readonly<Record<string, number>>;
  readonly fits: Readonly<Record<string, Fit>>;
}

export function measureRows(rows: Rows): MeasuredRows {
  return {
    made: rows.customers.length + rows.orders.length,
    valid: TABLES.reduce((sum, { name, schema }) => sum + validIn(schema, rows[name]), 0),
    broken: brokenIn(rows),
    fits: fitsOf(rows),
  };
}

/** A validator of its own, stricter than that of the engine: unknown keywords and formats throw. */
function validIn(schema: object, rows: readonly Row[]): number {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return rows.filter((row) => validate(row)).length;
}

function brokenIn({ customers, orders }: Rows): Readonly<Record<string, number>> {
  const ids = new Set(customers.map(({ id }) => id));
  const earlier = new Set<unknown>();
  let dangling = 0;
  for (const { follows, number } of orders) {
    if (follows !== null && !earlier.has(follows)) dangling++;
    earlier.add(number);
  }
  const repeated = (rows: readonly Row[], column: string): number =>
    rows.length - new Set(rows.map((row) => row[column])).size;
  return {
    'orders of no customer': orders.filter(({ customer_id }) => !ids.has(customer_id)).length,
    'orders that follow no earlier order': dangling,
    'orders delivered before they were ordered': orders.filter(
      (row) => String(row['delivered']) < String(row['ordered']),
    ).length,
    'customers with the id of another': repeated(customers, 'id'),
    'customers with the email of another': repeated(customers, 'email'),
    'orders with the number of another': repeated(orders, 'number'),
  };
}

function fitsOf({ customers, orders }: Rows): Readonly<Record<string, Fit>> {
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
