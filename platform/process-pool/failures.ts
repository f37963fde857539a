/** Why a request to a process of a pool failed, as errors of the catalog. */
import { ServiceError } from '../../errors/index.ts';
import type { Failure } from './child.ts';

/** What errors call the work and the process that does it. */
export interface Nouns {
  readonly work: string;
  readonly process: string;
}

/** What is known of a process that exited by itself. */
export interface Death {
  /** Its signal or exit code. */
  readonly exit: string;
  /** The end of what it wrote to its standard error. */
  readonly output: string;
  /** Resident memory when it was last looked at. */
  readonly residentMb: number;
}

/** Retryable if something outside killed it: nothing is known against the request. */
export function crash(nouns: Nouns, memoryMb: number, { exit, output, residentMb }: Death): ServiceError {
  const wasKilled = exit === 'SIGKILL';
  // The kernel kills the largest process when memory runs out. One below half of its limit was killed for another
  // reason.
  const ranOut = wasKilled && residentMb > memoryMb / 2;
  if (ranOut || /out of memory|allocation failed|bad_alloc/i.test(output)) return tooLarge(nouns, memoryMb);
  const { work, process } = nouns;
  const detail = wasKilled
    ? `The ${process} was killed while it worked on the ${work}.`
    : `The ${work} made the ${process} exit.`;
  return new ServiceError('corrupt', detail, { exit }, undefined, wasKilled);
}

export function tooLarge({ work, process }: Nouns, memoryMb: number): ServiceError {
  const detail = `The ${work} needs more memory than the ${memoryMb} MB that a ${process} may use.`;
  return new ServiceError('too_large', detail, { limit_memory_mb: memoryMb });
}

export function tooComplex({ work }: Nouns, limitMs: number): ServiceError {
  const seconds = Math.round(limitMs) / 1000;
  const detail = `The ${work} takes more than the ${seconds} s of processor time that it may use.`;
  return new ServiceError('too_complex', detail, { limit_processor_seconds: seconds });
}

/** What the process says of its handler. */
export function failureOf({ work, process }: Nouns, failure: Failure): ServiceError {
  if (failure.type !== 'crashed') {
    return new ServiceError(failure.code, failure.detail, { ...failure.details }, undefined, failure.retryable);
  }
  const cause = new Error(`${failure.name} in a ${process}`);
  cause.stack = `${cause.message}\n${failure.frames}`;
  return new ServiceError('corrupt', `The ${work} made the ${process} fail.`, {}, cause);
}
