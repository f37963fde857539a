/** Entry point of a worker thread that holds the models, which block the thread that runs them. */

import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { openDetector } from '../detection/detection.ts';
import { openRecognizer } from '../recognition/recognition.ts';
import { openScriptReader } from '../recognition/script-recognition.ts';
import type { ModelAnswer, ModelMessage, ModelTask } from './model-tasks.ts';

const runtime: DocumentAiRuntime = workerData;
const readScript = openScriptReader(runtime);
const [detect, read] = await Promise.all([openDetector(runtime), openRecognizer(runtime)]);

parentPort?.on('message', (task: ModelTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answer(task).then((message) => parentPort?.postMessage(message));
});

async function answer(task: ModelTask): Promise<ModelMessage> {
  try {
    return { answer: await run(task) };
  } catch (error) {
    return { error };
  }
}

async function run(task: ModelTask): Promise<ModelAnswer> {
  if (task.kind === 'detect') return { kind: 'detect', boxes: await detect(task.raster, task.part) };
  const lines =
    task.kind === 'read' ? await read(task.raster, task.batch) : await readScript(task.raster, task.boxes, task.model);
  return { kind: 'read', lines };
}
