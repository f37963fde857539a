/** The child's half of a process pool: what a script run by `createProcessPool` calls. */
import { Worker } from 'node:worker_threads';
import { ServiceError } from './errors.ts';
import type { ErrorCode } from './errors.ts';

export type ToChild<Request> =
  | { readonly type: 'run'; readonly id: number; readonly request: Request }
  | { readonly type: 'abort'; readonly id: number };

export type FromChild<Result, Progress> =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
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

export interface RequestContext<Progress> {
  /** Aborts when the caller lost interest; the process is killed half a second later if the handler still runs. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export type RequestHandler<Request, Result, Progress> = (
  request: Request,
  context: RequestContext<Progress>,
) => Promise<Result>;

/**
 * Answers the requests of the pool, one at a time, until the parent goes away. Request, result and progress are copied
 * by structured clone. A `ServiceError` reaches the caller as it was thrown; any other error is `corrupt` there and
 * costs this process its life.
 */
export function serveProcessPool<Request, Result, Progress = never>(
  handler: RequestHandler<Request, Result, Progress>,
): void {
  if (!process.send) throw new Error('This script is run by createProcessPool, not by itself.');
  const send: (message: FromChild<Result, Progress>) => void = process.send.bind(process);
  let running: { readonly id: number; readonly controller: AbortController } | undefined;

  const run = async (id: number, request: Request): Promise<void> => {
    const controller = new AbortController();
    running = { id, controller };
    const onProgress = (progress: Progress): void => send({ type: 'progress', id, progress });
    try {
      send({ type: 'result', id, result: await handler(request, { signal: controller.signal, onProgress }) });
    } catch (error) {
      send({ type: 'failed', id, failure: describe(error) });
    }
  };
  process.on('message', (message: ToChild<Request>) => {
    if (message.type === 'run') void run(message.id, message.request);
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
