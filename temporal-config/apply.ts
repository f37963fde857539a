/** Applies namespace settings and search attributes to a Temporal server. */
import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { RETENTION_DAYS, SEARCH_ATTRIBUTE_TYPES } from './namespace.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;
const TYPES = { Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD };
/** The parts of a connection used here; client and worker connections both have them. */
type Services = Pick<Connection, 'workflowService' | 'operatorService'>;

const RETENTION_SECONDS = RETENTION_DAYS * 24 * 60 * 60;
/** The server's services reload namespaces every few seconds, so a change takes effect late. */
const USABLE_WITHIN_MS = 30_000;
const POLL_MS = 200;

/** gRPC status codes. */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const ABORTED = 10;
const UNAVAILABLE = 14;

/**
 * Prepares a namespace for the service: creates it if absent, raises a shorter retention, registers the search
 * attributes, and waits until the server accepts them. It changes only what differs, so a correctly configured
 * namespace needs no admin rights. Safe to call from many processes at once. Rejects with the gRPC error.
 */
export async function applyTemporalConfig(connection: Services, namespace: string): Promise<void> {
  await ensureNamespace(connection, namespace);
  const deadline = Date.now() + USABLE_WITHIN_MS;
  while (!(await knowsSearchAttributes(connection, namespace))) {
    await addSearchAttributes(connection, namespace);
    if (Date.now() > deadline) {
      throw new Error(`Temporal's namespace "${namespace}" does not know the search attributes that were added to it.`);
    }
    await delay(POLL_MS);
  }
}

async function ensureNamespace({ workflowService }: Services, namespace: string): Promise<void> {
  const workflowExecutionRetentionTtl = proto.google.protobuf.Duration.fromObject({ seconds: RETENTION_SECONDS });
  const known = await unless([NOT_FOUND], workflowService.describeNamespace({ namespace }));
  if (known === null) {
    await unless(
      [ALREADY_EXISTS],
      workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: workflowExecutionRetentionTtl }),
    );
  } else if (Number(known.config?.workflowExecutionRetentionTtl?.seconds ?? 0) < RETENTION_SECONDS) {
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
  }
}

/**
 * Whether the namespace has all search attributes. Checked with a query that uses them, which needs only read access.
 */
export async function knowsSearchAttributes({ workflowService }: Services, namespace: string): Promise<boolean> {
  const query = Object.keys(SEARCH_ATTRIBUTE_TYPES)
    .map((name) => `${name} = "x"`)
    .join(' AND ');
  const answer = workflowService.countWorkflowExecutions({ namespace, query });
  return (await unless([INVALID_ARGUMENT, NOT_FOUND], answer)) !== null;
}

async function addSearchAttributes({ operatorService }: Services, namespace: string): Promise<void> {
  const searchAttributes = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTE_TYPES).map(([name, type]) => [name, TYPES[type]]),
  );
  // The namespace is not visible yet, or another process is adding the same attributes.
  await unless(
    [NOT_FOUND, ALREADY_EXISTS, ABORTED, UNAVAILABLE],
    operatorService.addSearchAttributes({ namespace, searchAttributes }),
  );
}

/** Resolves to `null` instead of rejecting when the error has one of the codes. */
async function unless<T>(codes: readonly number[], answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isGrpcServiceError(error) && codes.includes(error.code)) return null;
    throw error;
  }
}
