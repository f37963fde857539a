/**
 * The error catalog. A code determines whether Temporal retries the step that threw the error, and the HTTP status of
 * the response. Pure data: every layer may import this file. Each domain has its entries in a file with its name.
 */
import { EVALUATION_ERRORS } from './evaluation.ts';
import { JOBS_ERRORS } from './jobs.ts';
import { KNOWLEDGE_ERRORS } from './knowledge.ts';
import { MODELS_ERRORS } from './models.ts';
import { PARSE_ERRORS } from './parse.ts';
import { REQUEST_ERRORS } from './request.ts';
import { STORAGE_ERRORS } from './storage.ts';
import { SYNTHESIS_ERRORS } from './synthesis.ts';
import { WEBHOOK_ERRORS } from './webhook.ts';

export const ERRORS = {
  ...PARSE_ERRORS,
  ...JOBS_ERRORS,
  ...STORAGE_ERRORS,
  ...KNOWLEDGE_ERRORS,
  ...EVALUATION_ERRORS,
  ...SYNTHESIS_ERRORS,
  ...WEBHOOK_ERRORS,
  ...MODELS_ERRORS,
  ...REQUEST_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

/**
 * An error with a code from the catalog. `detail` is shown to the user, so it must not contain secrets or document
 * text.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Machine-readable members of the response, for example `{ limit_bytes: 1048576 }`. */
  readonly details: Readonly<Record<string, unknown>>;

  /** What the client can do about it. */
  readonly fix: string;
  /** Whether a retry can succeed. Defaults to the catalog entry of the code. */
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

/** An error with a more specific fix than the catalog entry of its code. */
export class AdvisedError extends ServiceError {
  override readonly fix: string;

  constructor(code: ErrorCode, detail: string, details: Record<string, unknown>, fix: string) {
    super(code, detail, details);
    this.fix = fix;
  }
}
