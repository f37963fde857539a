/** Threads that hold the models, each with its own sessions. */

import { Worker } from 'node:worker_threads';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import type { ModelAnswer, ModelMessage, ModelTask } from './model-tasks.ts';

const SCRIPT = new URL('./model-worker.ts', import.meta.url);

export type RunModel = (task: ModelTask) => Promise<ModelAnswer>;

interface Waiting {
  readonly task: ModelTask;
  readonly resolve: (answer: ModelAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs tasks on idle threads, in order of arrival. When a thread fails, all tasks are rejected and `onBroken` is
 * called.
 */
export function startModelThreads(runtime: DocumentAiRuntime, onBroken: () => void): RunModel {
  const waiting: Waiting[] = [];
  const busy = new Map<Worker, Waiting>();
  let broken: { readonly error: unknown } | null = null;

  const next = (worker: Worker): void => {
    const entry = waiting.shift();
    if (entry === undefined) {
      busy.delete(worker);
      // Idle threads do not keep the process alive.
      worker.unref();
      return;
    }
    busy.set(worker, entry);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(entry.task);
  };
  const workers = Array.from({ length: runtime.threads }, () => new Worker(SCRIPT, { workerData: runtime }));
  for (const worker of workers) {
    worker.unref();
    worker.on('message', (message: ModelMessage) => {
      const entry = busy.get(worker);
      next(worker);
      if ('answer' in message) entry?.resolve(message.answer);
      else entry?.reject(message.error);
    });
    worker.on('error', (error) => {
      broken ??= { error };
      for (const { reject } of [...busy.values(), ...waiting.splice(0)]) reject(error);
      for (const other of workers) void other.terminate();
      onBroken();
    });
  }

  return (task) =>
    new Promise((resolve, reject) => {
      if (broken !== null) return reject(broken.error);
      waiting.push({ task, resolve, reject });
      const idle = workers.find((worker) => !busy.has(worker));
      if (idle !== undefined) next(idle);
    });
}
