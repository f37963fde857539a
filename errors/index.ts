/**
 * The one catalogue of everything that can go wrong. A code decides an error's fate: whether Temporal retries the step
 * that threw it, and which HTTP status a request that meets it gets. Pure data: every layer may import this file. The entries of a domain
 * are in the file of its name.
 */
import { JOBS_ERRORS } from './jobs.ts';
import { PARSE_ERRORS } from './parse.ts';
import { REQUEST_ERRORS } from './request.ts';
import { STORAGE_ERRORS } from './storage.ts';
import { WEBHOOK_ERRORS } from './webhook.ts';

export const ERRORS = {
  ...PARSE_ERRORS,
  ...JOBS_ERRORS,
  ...STORAGE_ERRORS,
  ...WEBHOOK_ERRORS,
  ...REQUEST_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

/** An error with a code of the catalogue. `detail` is shown to the user: it must hold no secret and no document text. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Machine-readable members for the answer, for example `{ limit_bytes: 1048576 }`. */
  readonly details: Readonly<Record<string, unknown>>;

  /** What the reader can do about it. */
  readonly fix: string;
  /** Whether trying the same again can succeed: what the catalogue says of the code, unless this occurrence knows better. */
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    detail: string,
    details: Record<string, unknown> = {},
    cause?: unknown,
    retryable: boolean = ERRORS[code].retryable,
  ) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.fix = ERRORS[code].fix;
    this.retryable = retryable;
  }
}

/** An error whose occurrence knows a better fix than the catalogue has for its code. */
export class AdvisedError extends ServiceError {
  override readonly fix: string;

  constructor(code: ErrorCode, detail: string, details: Record<string, unknown>, fix: string) {
    super(code, detail, details);
    this.fix = fix;
  }
}
