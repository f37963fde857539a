/** Validates the reports that steps send to their job. */
import { isErrorCode } from '../../errors/index.ts';
import { isObject } from '../../platform/is-object.ts';
import { STEP_PHASES } from '../../domain/jobs/model.ts';
import type { JobError, JobProgress, StepSignal } from '../../domain/jobs/model.ts';
import { addUsage, readUsage } from '../../domain/jobs/usage.ts';
import type { SpentSoFar } from '../../domain/jobs/usage.ts';

/**
 * Reads the report of a step from a signal, which anybody with access to the namespace can send. Returns `null` when it
 * is not a valid report. Unknown members are dropped, because the API shows what is read here.
 */
export function readStepSignal(sent: unknown): StepSignal | null {
  if (!isObject(sent)) return null;
  const { step, activity_id, attempt, began_at, error, progress, spent } = sent;
  const phase = STEP_PHASES.find((word) => word === sent['phase']);
  if (phase === undefined || typeof step !== 'string' || typeof activity_id !== 'string') return null;
  if (!isWhole(attempt) || (began_at !== null && !isTimestamp(began_at))) return null;
  if ((error !== null && !isJobError(error)) || (progress !== null && !isProgress(progress))) return null;
  if (spent !== undefined && !isSpent(spent)) return null;
  return {
    phase,
    step,
    activity_id,
    attempt,
    began_at,
    error: error && { code: error.code, message: error.message, retryable: error.retryable, details: error.details },
    progress: progress && {
      completed: progress.completed,
      total: progress.total,
      unit: progress.unit,
      message: progress.message,
    },
    ...(spent && { spent: { run_id: spent.run_id, usage: addUsage(spent.usage) } }),
  };
}

function isJobError(value: unknown): value is JobError {
  return (
    isObject(value) &&
    typeof value['code'] === 'string' &&
    isErrorCode(value['code']) &&
    typeof value['message'] === 'string' &&
    typeof value['retryable'] === 'boolean' &&
    isObject(value['details'])
  );
}

function isProgress(value: unknown): value is JobProgress {
  return (
    isObject(value) &&
    isWhole(value['completed']) &&
    (value['total'] === null || isWhole(value['total'])) &&
    typeof value['unit'] === 'string' &&
    (value['message'] === null || typeof value['message'] === 'string')
  );
}

function isSpent(value: unknown): value is SpentSoFar {
  return isObject(value) && typeof value['run_id'] === 'string' && readUsage(value['usage']) !== null;
}

/** In the format of `toISOString`, with a year of four digits. */
function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== '2026-01-01T00:00:00.000Z'.length) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/** A non-negative integer, as the API contract requires. */
function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
