/** The child side of a process pool, used by scripts that `createProcessPool` runs. */
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { CHANNEL_FD, readBytes, writeBytes } from './byte-channel.ts';
import type { Called, Calls } from './calls.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';

export type ToChild<Input> =
  /** The bytes of the inputs follow on the channel, one after the other. */
  | { readonly type: 'run'; readonly id: number; readonly call: Called<Input>; readonly inputs: readonly number[] }
  | { readonly type: 'abort'; readonly id: number };

/** Whoever sends a value knows nothing of its type; whoever receives it passes it on to what was written for it. */
export type FromChild<Value> =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Value }
  /** The bytes follow on the channel, after those of the outputs before. */
  | { readonly type: 'output'; readonly id: number; readonly output: Value; readonly bytes: number }
  | { readonly type: 'result'; readonly id: number; readonly result: Value }
  /** `isSpent`: bytes of the request's inputs are left on the channel, so the process can serve no other request. */
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure; readonly isSpent: boolean };

/** `crashed` is an error that the function did not intend. Its message is omitted, since it may quote the document. */
export type Failure =
  | {
      readonly type: 'error';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly details: Readonly<Record<string, unknown>>;
      readonly retryable: boolean;
    }
  | { readonly type: 'crashed'; readonly name: string; readonly frames: string };

/**
 * Serves the pool's requests, one at a time, until the parent exits. Inputs, results, progress and outputs are copied
 * by structured clone and must be small; bytes use a separate channel. A `ServiceError` reaches the caller unchanged;
 * any other error becomes `corrupt` and the pool kills this process. Inputs are complete before the function is called,
 * unless it streams them.
 */
export function serveProcessPool(
  calls: Calls,
  { streamsInputs = false }: { readonly streamsInputs?: boolean } = {},
): void {
  if (!process.send) throw new Error('This script is run by createProcessPool, not by itself.');
  const send: (message: FromChild<unknown>) => void = process.send.bind(process);
  const channel = new Socket({ fd: CHANNEL_FD });
  // The parent is gone; this process is about to exit.
  channel.on('error', () => {});
  let running: { readonly id: number; readonly controller: AbortController } | undefined;

  const receive = async (bytes: number): Promise<Uint8Array> => {
    const content = Buffer.allocUnsafeSlow(bytes);
    let filled = 0;
    for await (const chunk of readBytes(channel, bytes)) filled += chunk.copy(content, filled);
    return content;
  };
  const run = async (id: number, { name, input }: Called<never>, sizes: readonly number[]): Promise<void> => {
    const controller = new AbortController();
    running = { id, controller };
    const onProgress = (progress: unknown): void => send({ type: 'progress', id, progress });
    let left = streamsInputs ? sizes.reduce((sum, bytes) => sum + bytes, 0) : 0;
    const arriving = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of readBytes(channel, left)) {
        left -= chunk.byteLength;
        yield chunk;
      }
    };
    try {
      const inputs: Uint8Array[] = [];
      for (const bytes of streamsInputs ? [] : sizes) inputs.push(await receive(bytes));
      const deliver = async (output: unknown, content: Uint8Array): Promise<void> => {
        send({ type: 'output', id, output, bytes: content.byteLength });
        await writeBytes(channel, content, content.byteLength);
      };
      const context = { inputs, arriving: arriving(), deliver, signal: controller.signal, onProgress };
      const call = calls[name];
      if (call === undefined) throw new Error(`The process has no function ${name}.`);
      const result = await call(input, context);
      if (left > 0) throw new Error('The inputs were not read to their end.');
      send({ type: 'result', id, result });
    } catch (error) {
      send({ type: 'failed', id, failure: describe(error), isSpent: left > 0 });
    }
  };
  process.on('message', (message: ToChild<never>) => {
    if (message.type === 'run') void run(message.id, message.call, message.inputs);
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
  // A computing function blocks the event loop, so a thread watches for the death of the parent.
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
