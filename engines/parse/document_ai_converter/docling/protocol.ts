/** Schemas of the used part of docling-serve's API v1. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { readAnswer } from '../../provider.ts';

const TaskAnswer = Type.Object({ task_id: Type.String({ minLength: 1 }) });

const TaskStatus = Type.Enum(['pending', 'started', 'success', 'partial_success', 'failure', 'skipped']);
export type TaskStatus = Static<typeof TaskStatus>;

const StatusAnswer = Type.Object({ task_status: TaskStatus });

const ResultAnswer = Type.Object({
  document: Type.Object({ md_content: Type.Union([Type.String(), Type.Null()]) }),
  status: TaskStatus,
});

export interface RemoteResult {
  /** `null` when the document could not be converted. */
  readonly markdown: string | null;
  /** Of the document: its task may have succeeded in converting none. */
  readonly status: TaskStatus;
}

/** The task's ID. */
export function readTask(body: Uint8Array): string {
  return readAnswer(TaskAnswer, body).task_id;
}

export function readStatus(body: Uint8Array): TaskStatus {
  return readAnswer(StatusAnswer, body).task_status;
}

export function readResult(body: Uint8Array): RemoteResult {
  const { document, status } = readAnswer(ResultAnswer, body);
  return { markdown: document.md_content, status };
}
