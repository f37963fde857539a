/** Spans for SQL statements. */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import { SpanKind, inSpan } from '../tracing/span.ts';

/** Longer statements are lists of placeholders. */
const MAX_STATEMENT = 1000;

/**
 * Prisma's Postgres adapter with a span for each statement. Statements contain placeholders; values are not recorded.
 */
export class TracedPg extends PrismaPg {
  override async connect() {
    const adapter = traced(await super.connect());
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => traced(await begin(level));
    return adapter satisfies SqlDriverAdapter;
  }
}

function traced<Q extends SqlQueryable>(queryable: Q): Q {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => statement(query, queryRaw);
  queryable.executeRaw = (query) => statement(query, executeRaw);
  return queryable;
}

function statement<T>(query: SqlQuery, run: (query: SqlQuery) => Promise<T>): Promise<T> {
  const operation = /^\s*(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'SQL';
  return inSpan(`SQL ${operation}`, { kind: SpanKind.CLIENT }, (span) => {
    if (span.isRecording()) {
      span.setAttribute('db.system.name', 'postgresql');
      span.setAttribute('db.operation.name', operation);
      span.setAttribute('db.query.text', query.sql.slice(0, MAX_STATEMENT));
    }
    return run(query);
  });
}
