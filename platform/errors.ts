/**
 * The one catalogue of everything that can go wrong. A code decides an error's fate: whether Temporal retries the step
 * that threw it, and which HTTP status a request that meets it gets. Pure data: every layer may import this file.
 */

interface ErrorEntry {
  /** One short sentence, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** HTTP status when the error answers a request; `null` when it is only ever the error of a job. */
  readonly status: number | null;
  /** Whether trying the same again can succeed. Steps of a job retry only what is retryable. */
  readonly retryable: boolean;
  /** What the reader can do about it. */
  readonly fix: string;
}

export const ERRORS = {
  // Errors of one source of a parse job.
  encrypted: {
    title: 'The document is encrypted',
    status: null,
    retryable: false,
    fix: 'Remove the password and submit the document again.',
  },
  corrupt: {
    title: 'The document is damaged',
    status: null,
    retryable: false,
    fix: 'Open the document in its own application and save it again.',
  },
  empty: {
    title: 'The source holds no content',
    status: null,
    retryable: false,
    fix: 'Submit a source that is not empty.',
  },
  unsupported_type: {
    title: 'No engine reads this type',
    status: null,
    retryable: false,
    fix: 'See GET /v1/parse/engines for the types that are read.',
  },
  not_found: {
    title: 'Not found',
    status: 404,
    retryable: false,
    fix: 'Check the identifier or address, and that it belongs to your tenant.',
  },
  fetch_failed: {
    title: 'The address could not be read',
    status: null,
    retryable: true,
    fix: 'Check that the address answers, then retry the job.',
  },
  too_large: {
    title: 'Too large',
    status: 413,
    retryable: false,
    fix: 'Send something smaller; the limit is in the answer.',
  },
  timeout: {
    title: 'The step took too long',
    status: null,
    retryable: true,
    fix: 'Retry the job, or split the source into smaller ones.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** An error with a code of the catalogue. `detail` is shown to the user: it must hold no secret and no document text. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Machine-readable members for the answer, for example `{ limit_bytes: 1048576 }`. */
  readonly details: Readonly<Record<string, unknown>>;

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
    this.retryable = retryable;
  }
}
