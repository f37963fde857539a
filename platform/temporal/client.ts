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

/** How long one call, its retries included, may take where `withDeadline` sets no other bound. */
const CALL_DEADLINE_MS = 5000;

const boundedCalls: Interceptor = (options, nextCall) =>
  new InterceptingCall(nextCall({ ...options, deadline: options.deadline ?? Date.now() + CALL_DEADLINE_MS }));

/** Connects to Temporal. Rejects when no server answers within ten seconds. */
export async function connectTemporal(config: TemporalConfig): Promise<Temporal> {
  const connection = await Connection.connect({
    ...connectionOptions(config),
    connectTimeout: '10 seconds',
    interceptors: [boundedCalls, makeGrpcRetryInterceptor(defaultGrpcRetryOptions())],
  });
  return {
    connection,
    client: new Client({ connection, namespace: config.namespace, interceptors: { workflow: [traceCalls] } }),
    namespace: config.namespace,
    close: () => connection.close(),
  };
}
