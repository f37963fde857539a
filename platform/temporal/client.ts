/** The client of Temporal. */
import { InterceptingCall } from '@grpc/grpc-js';
import type { Interceptor } from '@grpc/grpc-js';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { TemporalConfig } from '../config/temporal.ts';
import { connectionOptions } from './connection.ts';
import { traceCalls } from './tracing.ts';

export interface Temporal {
  readonly connection: Connection;
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

/**
 * Time limit for one call, retries included, unless `withDeadline` sets another. On a machine whose processors are all
 * busy, a server on SQLite was seen to answer after 5 s and more. An API that stops answers requests for 10 s.
 */
const CALL_DEADLINE_MS = 8000;

/** A page of a history may hold events of 2 MB each; gRPC's own limit is 4 MB. */
const MAX_ANSWER_BYTES = 128 * 2 ** 20;

const boundedCalls: Interceptor = (options, nextCall) =>
  new InterceptingCall(nextCall({ ...options, deadline: options.deadline ?? Date.now() + CALL_DEADLINE_MS }));

/** Opens a client that connects on first use and reconnects when necessary. */
export function openTemporal(config: TemporalConfig): Temporal {
  const connection = Connection.lazy({
    ...connectionOptions(config),
    channelArgs: { 'grpc.max_receive_message_length': MAX_ANSWER_BYTES },
    interceptors: [boundedCalls, makeGrpcRetryInterceptor(defaultGrpcRetryOptions())],
  });
  return {
    connection,
    client: new Client({ connection, namespace: config.namespace, interceptors: { workflow: [traceCalls] } }),
    namespace: config.namespace,
    close: () => connection.close(),
  };
}
