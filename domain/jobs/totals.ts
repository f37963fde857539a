/** Totals of the installation: ended jobs and their usage. */
import type { Database, Statements } from '../../platform/database/client.ts';
import type { Usage } from './usage.ts';

/** The key of the totals: a kind and a state of jobs. */
interface Group {
  readonly kind: string;
  readonly state: string;
}

/** Number of ended jobs, by kind and state. */
export function readJobTotals({ db }: Database) {
  return db.jobTotal.findMany();
}

/** Usage of ended jobs, by source and unit. */
export async function readUsageTotals({ db }: Database) {
  const rows = await db.usageTotal.groupBy({ by: ['source', 'unit'], _sum: { amount: true } });
  return rows.map(({ source, unit, _sum }) => ({ source, unit, amount: _sum.amount ?? 0 }));
}

/** Adds one job to the totals. */
export async function countJob({ jobTotal }: Pick<Statements, 'jobTotal'>, { kind, state }: Group): Promise<void> {
  const key = { kind, state };
  const update = { jobs: { increment: 1 } };
  await jobTotal.upsert({ where: { kind_state: key }, create: { ...key, jobs: 1 }, update });
}

/** Adds what a job has spent to the totals. */
export async function countUsage(
  transaction: Pick<Statements, '$executeRaw'>,
  { kind, state }: Group,
  usage: Usage,
): Promise<void> {
  if (usage.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO usage_total (kind, state, source, unit, amount)
    SELECT ${kind}, ${state}, source, unit, amount
    FROM jsonb_to_recordset(${JSON.stringify(usage)}::jsonb) AS spent (source text, unit text, amount float8)
    ON CONFLICT (kind, state, source, unit) DO UPDATE SET amount = usage_total.amount + EXCLUDED.amount`;
}
