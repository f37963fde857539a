/**
 * What a domain declares about itself: data, which workflows import as well. `index.ts` derives the service's
 * lists (kinds of jobs, event types, worker profiles, tables) from the manifests.
 */
import type { WorkerOptions } from '@temporalio/worker';
import type { ErrorCode } from '../../errors/index.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';

export interface Manifest {
  /**
   * The tag of its operations in the contract, with its description; `null` when they are under another domain's paths.
   */
  readonly tag: { readonly name: string; readonly description: string } | null;
  /** The scopes of its operations, with what a token may do that has one. */
  readonly scopes: Readonly<Record<`${string}:${string}`, string>>;
  readonly kinds: Readonly<Record<string, KindOfJob>>;
  /** Event types of its workflows in addition to those of every job: `<domain>.<event>`. */
  readonly events: readonly string[];
  /** Prefixes of its identifiers. */
  readonly idPrefixes: readonly string[];
  /** Its part of the error catalog: `errors/<domain>.ts`. */
  readonly errors: { readonly [code in ErrorCode]?: object };
  readonly profiles: Readonly<Record<string, WorkerProfile>>;
  /** What the steps of a worker share and may have to wait for: why they wait while all of it is taken. */
  readonly resources: Readonly<Record<string, string>>;
  /** Its workflows, and whether a run stays on the release that it started on or moves to the next. */
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

/** A table name in Postgres: the model's name in snake case. */
export type TableName = SnakeCase<Uncapitalize<Prisma.ModelName>>;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** What removes the rows of a table. */
export type RowRemoval =
  /** Removed with their job, whose identifier is in the column. Such a table has the column `created_at`. */
  | { readonly by: 'job'; readonly column: string }
  /** Removed by the database, with the row of the other table that they reference. */
  | { readonly by: 'cascade'; readonly of: TableName }
  /** Removed by a dedicated step of the sweep. */
  | { readonly by: 'sweep'; readonly step: string }
  /** A trigger of the database: when. */
  | { readonly by: 'database'; readonly because: string }
  /** Nothing: the reason. */
  | { readonly by: 'nothing'; readonly because: string };

/** What removes the objects under a prefix. */
export type ObjectRemoval =
  /** Removed with their job, whose identifier follows the prefix. */
  | { readonly by: 'job' }
  /**
   * Removed with the row that has the key. Objects without such a row are orphans, which the sweep removes. The tables
   * are queried in order: a key that moves from one to another is found in the later one.
   */
  | { readonly by: 'row'; readonly keys: readonly KeyColumn[] };

/** A column of keys. With `states`, only rows in one of these states (column `state`) count. */
export interface KeyColumn {
  readonly table: TableName;
  readonly column: string;
  readonly states?: readonly string[];
}

/** A role of a worker process. */
export interface WorkerProfile {
  readonly taskQueue: string;
  /** Whether it runs workflows with their local activities, or activities. */
  readonly runs: 'workflows' | 'activities';
  /** Whether the service can run without it. Jobs that need it then wait. */
  readonly optional: boolean;
  /** Whether a worker without WORKER_PROFILES runs it. */
  readonly byDefault: boolean;
  /** Slots: how much work one process does concurrently. */
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
  /** The converter processes that it needs, if any: several small ones, or the single document AI process. */
  readonly converters?: 'parse' | 'document-ai' | 'texts' | 'measuring' | 'making';
  /** Memory that its slots add to a process, without converter processes. */
  readonly memoryMb: number;
  /** Maximum number of steps per second over all workers of the queue, if limited. WORKER_RATES overrides it. */
  readonly stepsPerSecond?: number;
}
