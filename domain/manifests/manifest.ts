/**
 * What a domain declares of itself: pure data, which workflows import as well. What the service has a list of (kinds of jobs,
 * event types, worker profiles, tables) is made of these in `manifests.ts`.
 */
import type { WorkerOptions } from '@temporalio/worker';
import type { ErrorCode } from '../../errors/index.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';

export interface Manifest {
  /** The tag of its operations in the contract, with its description; `null` when another domain's paths hold them. */
  readonly tag: { readonly name: string; readonly description: string } | null;
  readonly kinds: Readonly<Record<string, KindOfJob>>;
  /** Types of the events that its workflows add to those of every job: `<domain>.<event>`. */
  readonly events: readonly string[];
  /** Prefixes of the identifiers that it makes. */
  readonly idPrefixes: readonly string[];
  /** Its part of the catalogue: `errors/<domain>.ts`. */
  readonly errors: { readonly [code in ErrorCode]?: object };
  readonly profiles: Readonly<Record<string, WorkerProfile>>;
  /** Its workflows, and whether a run of them ends on the release that it began on, or moves on to the next. */
  readonly workflows: Readonly<Record<string, 'PINNED' | 'AUTO_UPGRADE'>>;
  readonly tables: { readonly [table in TableName]?: RowRemoval };
  /** Prefixes of its keys in the object store. */
  readonly objects: Readonly<Record<`${string}/`, ObjectRemoval>>;
}

export interface KindOfJob {
  /** The path of its result in the contract. */
  readonly result: `/v1/${string}/{jobId}/${string}`;
  /** Workflows that run jobs of this kind. */
  readonly workflows: readonly string[];
}

/** A table as Postgres has it: the model's name in snake case. */
export type TableName = SnakeCase<Uncapitalize<Prisma.ModelName>>;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** What removes the rows of a table. */
export type RowRemoval =
  /** The removal of their job, whose identifier is in the column. Such a table has the column `created_at`. */
  | { readonly by: 'job'; readonly column: string }
  /** The database, with the row of the other table that they refer to. */
  | { readonly by: 'cascade'; readonly of: TableName }
  /** A step of the sweep of their own. */
  | { readonly by: 'sweep'; readonly step: string }
  /** Nothing: the reason. */
  | { readonly by: 'nothing'; readonly because: string };

/** What removes the objects under a prefix. */
export type ObjectRemoval =
  /** The removal of their job, whose identifier follows the prefix. */
  | { readonly by: 'job' }
  /**
   * Whoever removes the row that holds the key. Without such a row they are orphans, which the sweep removes. The tables are
   * asked in order: a key that moves from one to another is found in the later one.
   */
  | { readonly by: 'row'; readonly keys: readonly KeyColumn[] };

/** A column of keys. With states, only rows in one of these (column `state`) hold theirs. */
export interface KeyColumn {
  readonly table: TableName;
  readonly column: string;
  readonly states?: readonly string[];
}

/** What a worker process can be. */
export interface WorkerProfile {
  readonly taskQueue: string;
  /** Whether it runs workflows and their local activities, or activities. */
  readonly runs: 'workflows' | 'activities';
  /** The service does without it: jobs that need it wait. */
  readonly optional: boolean;
  /** Whether a worker that is given no WORKER_PROFILES runs it. */
  readonly byDefault: boolean;
  /** Slots: how much one process does at once. */
  readonly slots: Readonly<
    Pick<
      WorkerOptions,
      | 'maxConcurrentWorkflowTaskExecutions'
      | 'maxConcurrentLocalActivityExecutions'
      | 'maxConcurrentActivityTaskExecutions'
      | 'maxCachedWorkflows'
    >
  >;
  /** Whether its steps read or write the object store. */
  readonly objects: boolean;
  /** The converter processes that it needs, if any: many small ones, or the one of document AI. */
  readonly converters?: 'parse' | 'document-ai';
  /** What its slots add to a process; converter processes come on top. */
  readonly memoryMb: number;
  /** Steps that all workers of the queue together begin a second, if there is a limit. WORKER_RATES changes it. */
  readonly stepsPerSecond?: number;
}
