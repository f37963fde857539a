/**
 * Rows that are valid against a JSON Schema and keep the rules of their columns. A seed decides them, on any machine: a
 * row that is refused, because a constraint, its uniqueness or the schema does not hold, is made again from the next
 * seed.
 */
import type { ValidateFunction } from 'ajv';
import { generateSync } from 'json-schema-faker';
import { seedOf } from '../random.ts';
import { MOST, schemasIn } from './check-limits.ts';
import { withColumns } from './columns.ts';
import type { Place } from './columns.ts';
import { brokenConstraint } from './constraints.ts';
import type { Row, Table } from './request.ts';
import { compileRowSchema } from './validator.ts';

export interface MadeRow {
  readonly table: string;
  readonly row: Row;
}

/** A row that could not be made. */
export interface MissedRow {
  readonly table: string;
  /** `schema`, `constraint` or `unique`. */
  readonly reason: RefusalReason;
  /** What was wrong with the last attempt. */
  readonly about: string;
}

export type RefusalReason = 'schema' | 'constraint' | 'unique';
interface Refusal {
  readonly reason: RefusalReason;
  readonly about: string;
}

/** A row that needs more attempts is missed. */
const MOST_ATTEMPTS = 100;
/** Missed rows one after the other, after which the rest of a table is not tried. */
const MOST_MISSED = 20;
const OPTIONAL_SHARE = 0.8;
/** Lengths are drawn up to these. */
const LONGEST = { maxLength: MOST.minLength, maxItems: MOST.minItems, maxContains: MOST.minContains } as const;

/** Makes the rows of all tables, in order. The tables have passed `checkTables`. */
export function* makeRows(tables: readonly Table[], seed: number): Generator<MadeRow | MissedRow> {
  const referenced = referencedColumns(tables);
  for (const table of tables) {
    const validate = compileRowSchema(table.schema);
    const drawn = drawnSchema(table.schema);
    const keys = (table.unique ?? []).map(() => new Set<string>());
    let missed = 0;
    for (let row = 0; row < table.count; row++) {
      const made = makeRow({ seed, table, row, attempt: 0 }, drawn, validate, keys, (name, column) =>
        referenced.values(name, column),
      );
      if ('reason' in made) {
        missed++;
        yield { table: table.name, ...made };
        if (missed >= MOST_MISSED) {
          for (let left = row + 1; left < table.count; left++) yield { table: table.name, ...made };
          break;
        }
        continue;
      }
      missed = 0;
      referenced.add(table.name, made.row);
      yield { table: table.name, row: made.row };
    }
  }
}

function makeRow(
  place: Place,
  drawn: Table['schema'],
  validate: ValidateFunction,
  keys: readonly Set<string>[],
  referenced: (table: string, column: string) => readonly unknown[],
): { readonly row: Row } | Refusal {
  let refusal: Refusal = { reason: 'schema', about: '' };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const at = { ...place, attempt };
    const row = withColumns(at, baseOf(at, drawn), referenced);
    const found = refusalOf(at, row, validate, keys);
    if (found === null) return { row };
    refusal = found;
  }
  return refusal;
}

/** The schema with lengths that can be made: a text of a hundred million characters may be valid, but none is drawn. */
function drawnSchema(schema: Table['schema']): Table['schema'] {
  const drawn = structuredClone(schema);
  for (const { schema: part } of schemasIn(drawn)) {
    for (const [name, most] of Object.entries(LONGEST)) {
      const given = part[name];
      if (typeof given === 'number' && given > most) Object.assign(part, { [name]: most });
    }
  }
  return drawn;
}

/** A row by the schema alone, without the columns that have a rule. */
function baseOf({ seed, table, row, attempt }: Place, drawn: Table['schema']): Row {
  const made: unknown = generateSync(drawn, {
    seed: seedOf(seed, [table.name, row, attempt]) >>> 0,
    optionalsProbability: OPTIONAL_SHARE,
  });
  return typeof made === 'object' && made !== null ? { ...made } : {};
}

/** Why a row is refused; a row that is not is added to the keys. */
function refusalOf(
  { table }: Place,
  row: Row,
  validate: ValidateFunction,
  keys: readonly Set<string>[],
): Refusal | null {
  const broken = brokenConstraint(row, table.constraints ?? []);
  if (broken) return { reason: 'constraint', about: `${broken.left} ${broken.comparison} ${broken.right}` };
  const found = (table.unique ?? []).map((columns) => JSON.stringify(columns.map((column) => row[column] ?? null)));
  const taken = found.findIndex((key, index) => keys[index]?.has(key));
  if (taken >= 0) return { reason: 'unique', about: table.unique?.[taken]?.join(', ') ?? '' };
  if (!validate(row)) {
    const [error] = validate.errors ?? [];
    return { reason: 'schema', about: `${error?.instancePath ?? ''} ${error?.message ?? ''}`.trim() };
  }
  for (const [index, key] of found.entries()) keys[index]?.add(key);
  return null;
}

/** Keeps the values of the columns that some table refers to. */
function referencedColumns(tables: readonly Table[]) {
  const kept = new Map<string, unknown[]>();
  const keyOf = (table: string, column: string): string => `${table}\u0000${column}`;
  for (const { columns = {} } of tables) {
    for (const rule of Object.values(columns))
      if (rule.rule === 'reference') kept.set(keyOf(rule.table, rule.column), []);
  }
  return {
    values: (table: string, column: string): readonly unknown[] => kept.get(keyOf(table, column)) ?? [],
    add: (table: string, row: Row): void => {
      for (const [column, value] of Object.entries(row)) kept.get(keyOf(table, column))?.push(value);
    },
  };
}
