/** The child's half of a process pool: what a script run by `createProcessPool` calls. */
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { CHANNEL_FD, readBytes, writeBytes } from './byte-channel.ts';
import { ServiceError } from '../errors/index.ts';
import type { ErrorCode } from '../errors/index.ts';

export type ToChild<Request> =
  /** The bytes of the inputs follow on the channel, one after the other. */
  | { readonly type: 'run'; readonly id: number; readonly request: Request; readonly inputs: readonly number[] }
  | { readonly type: 'abort'; readonly id: number };

export type FromChild<Result, Progress, Output> =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  /** The bytes follow on the channel, after those of the outputs before. */
  | { readonly type: 'output'; readonly id: number; readonly output: Output; readonly bytes: number }
  | { readonly type: 'result'; readonly id: number; readonly result: Result }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure };

/** `crashed` is an error that the handler did not mean to throw: its message is left behind, it may quote the document. */
export type Failure =
  | {
      readonly type: 'error';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly details: Readonly<Record<string, unknown>>;
      readonly retryable: boolean;
    }
  | { readonly type: 'crashed'; readonly name: string; readonly frames: string };

export interface RequestContext<Progress, Output> {
  /** What came with the request, whole. */
  readonly inputs: readonly Uint8Array[];
  /** Sends bytes beside the result; resolves when they are on their way and may be written over. One after the other. */
  readonly deliver: (output: Output, content: Uint8Array) => Promise<void>;
  /** Aborts when the caller lost interest; the process is killed half a second later if the handler still runs. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export type RequestHandler<Request, Result, Progress, Output> = (
  request: Request,
  context: RequestContext<Progress, Output>,
) => Promise<Result>;

/**
 * Answers the requests of the pool, one at a time, until the parent goes away. Request, result, progress and outputs are copied
 * by structured clone: small things. Bytes come and go by a channel of their own. A `ServiceError` reaches the caller as it was thrown; any other error is `corrupt` there and
 * costs this process its life.
 */
export function serveProcessPool<Request, Result, Progress = never, Output = never>(
  handler: RequestHandler<Request, Result, Progress, Output>,
): void {
  if (!process.send) throw new Error('This script is run by createProcessPool, not by itself.');
  const send: (message: FromChild<Result, Progress, Output>) => void = process.send.bind(process);
  const channel = new Socket({ fd: CHANNEL_FD });
  // The parent is gone: so is this process, in a moment.
  channel.on('error', () => {});
  let running: { readonly id: number; readonly controller: AbortController } | undefined;

  const receive = async (bytes: number): Promise<Uint8Array> => {
    const content = Buffer.allocUnsafeSlow(bytes);
    let filled = 0;
    for await (const chunk of readBytes(channel, bytes)) filled += chunk.copy(content, filled);
    return content;
  };
  const run = async (id: number, request: Request, sizes: readonly number[]): Promise<void> => {
    const controller = new AbortController();
    running = { id, controller };
    const onProgress = (progress: Progress): void => send({ type: 'progress', id, progress });
    try {
      const inputs: Uint8Array[] = [];
      for (const bytes of sizes) inputs.push(await receive(bytes));
      const deliver = async (output: Output, content: Uint8Array): Promise<void> => {
        send({ type: 'output', id, output, bytes: content.byteLength });
        await writeBytes(channel, content, content.byteLength);
      };
      const context = { inputs, deliver, signal: controller.signal, onProgress };
      send({ type: 'result', id, result: await handler(request, context) });
    } catch (error) {
      send({ type: 'failed', id, failure: describe(error) });
    }
  };
  process.on('message', (message: ToChild<Request>) => {
    if (message.type === 'run') void run(message.id, message.request, message.inputs);
    else if (message.id === running?.id) running.controller.abort();
  });

  endWithParent();
  send({ type: 'ready' });
}

function describe(error: unknown): Failure {
  if (error instanceof ServiceError) {
    const { code, message, details, retryable } = error;
    return { type: 'error', code, detail: message, details, retryable };
  }
  if (!(error instanceof Error)) return { type: 'crashed', name: typeof error, frames: '' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { type: 'crashed', name: error.name, frames: frames.join('\n') };
}

function endWithParent(): void {
  process.on('disconnect', () => process.exit());
  // A terminal and some supervisors signal every process at once; the parent decides when its children end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  // While a handler computes, no event is seen here: a thread notices that a killed parent left this process behind.
  new Worker(
    `const { workerData: parent } = require('node:worker_threads');
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);`,
    {
      eval: true,
      workerData: process.ppid,
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
    },
  ).unref();
}
