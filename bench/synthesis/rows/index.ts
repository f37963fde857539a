/**
 * Rows of two tables through the API: valid, by their rules and distributions, the same bytes for the same seed, and
 * how fast.
 */
import type { ApiClient } from '../../support/client.ts';
import { synthesize } from '../service.ts';
import type { Synthesized } from '../service.ts';
import { engineAlone, fakerAlone } from './alone.ts';
import { measureRows } from './measures.ts';
import type { MeasuredRows, Row, Rows } from './measures.ts';
import { ROWS, TABLES } from './tables.ts';
import type { TableName } from './tables.ts';

const GOAL_SECONDS = 10;

/**
 * Whether all rows are valid, distributions and references hold, equal seeds give equal bytes, and it took less than
 * the goal.
 */
export async function benchRows(client: ApiClient): Promise<boolean> {
  const order = { engine_id: 'schema_rows', options: { tables: TABLES } };
  const [first, again, other] = [
    await synthesize(client, { ...order, seed: 1 }),
    await synthesize(client, { ...order, seed: 1 }),
    await synthesize(client, { ...order, seed: 2 }),
  ];
  const engine = engineAlone(1);
  const faker = fakerAlone();
  const [ours, baseline] = [measureRows(rowsOf(first)), measureRows(faker.rows)];
  const runs = [first, again, other].map((run) => run.seconds);

  console.log(
    '| rows of two tables | the service | json-schema-faker, by the schemas alone | goal |\n|---|---|---|---|',
  );
  console.log(`| made | ${ours.made} | ${baseline.made} | ${ROWS} |`);
  console.log(`| valid by ajv | ${ours.valid} | ${baseline.valid} | ${ROWS} |`);
  for (const [what, wrong] of Object.entries(ours.broken)) {
    console.log(`| ${what} | ${wrong} | ${baseline.broken[what]} | 0 |`);
  }
  for (const [column, { chiSquare, limit }] of Object.entries(ours.fits)) {
    const theirs = baseline.fits[column]?.chiSquare.toFixed(1);
    console.log(`| chi-square of ${column} | ${chiSquare.toFixed(1)} | ${theirs} | ≤ ${limit.toFixed(1)} |`);
  }
  const seconds = `${runs.map((run) => run.toFixed(1)).join(', ')} (the engine alone ${engine.seconds.toFixed(1)})`;
  console.log(`| seconds | ${seconds} | ${faker.seconds.toFixed(1)} | < ${GOAL_SECONDS} |`);
  const isSame = [again, engine].every(({ sha256 }) => sha256 === first.sha256);
  console.log(`| same bytes: again, and by the engine alone | ${isSame ? 'yes' : 'no'} | | yes |`);
  const isOther = other.sha256 !== first.sha256;
  console.log(`| same bytes with another seed | ${isOther ? 'no' : 'yes'} | | no |`);
  console.log(`\nSHA-256 of items.jsonl, seed 1: ${first.sha256}`);
  return isRight(ours) && isSame && isOther && Math.max(...runs) < GOAL_SECONDS;
}

const isRight = ({ valid, broken, fits }: MeasuredRows): boolean =>
  valid === ROWS &&
  Object.values(broken).every((wrong) => wrong === 0) &&
  Object.values(fits).every(({ chiSquare, limit }) => chiSquare <= limit);

function rowsOf({ items }: Synthesized): Rows {
  const of = (table: TableName): readonly Row[] =>
    items.filter((item) => item['table'] === table).map(({ row }) => row as Row);
  return { customers: of('customers'), orders: of('orders') };
}
