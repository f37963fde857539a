/** Which of several failures a step reports. */
import { ServiceError } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';

const UNAVAILABLE: readonly ErrorCode[] = ['target_unavailable', 'model_unavailable', 'timeout'];
const RATE_LIMITS: readonly ErrorCode[] = ['target_rate_limited', 'model_rate_limited'];

/** Whether a target or a model gave no answer. */
export const isUnavailable = (error: unknown): error is ServiceError => hasCode(error, UNAVAILABLE);

/** What another attempt may not cure comes first, then what says how long to wait; `null` without a failure. */
export function gravest<Failure>(failures: readonly Failure[]): Failure | null {
  const isPassing = (error: unknown): boolean => isUnavailable(error) || hasCode(error, RATE_LIMITS);
  const [first = null] = failures;
  return failures.find((error) => !isPassing(error)) ?? failures.find((error) => !isUnavailable(error)) ?? first;
}

const hasCode = (error: unknown, codes: readonly ErrorCode[]): error is ServiceError =>
  error instanceof ServiceError && codes.includes(error.code);
