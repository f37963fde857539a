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
  unsupported_script: {
    title: 'The script cannot be recognised',
    status: null,
    retryable: false,
    fix: 'Latin, Chinese and Japanese can be recognised; use an engine that knows the script.',
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
    fix: 'Stay within the limit that the error names.',
  },
  output_too_large: {
    title: 'The Markdown is too large',
    status: null,
    retryable: false,
    fix: 'Submit a part of the document, such as a range of its pages, or have the operator raise MAX_MARKDOWN_BYTES.',
  },
  too_complex: {
    title: 'The document takes too much work',
    status: null,
    retryable: false,
    fix: 'Split the source into smaller ones, or simplify it (fewer nested tables, drawings or styles).',
  },
  timeout: {
    title: 'The step took too long',
    status: null,
    retryable: true,
    fix: 'Retry the job, or split the source into smaller ones.',
  },
  // Errors of engines that are services of others.
  credential_missing: {
    title: 'The engine has no credential',
    status: null,
    retryable: true,
    fix: 'Have the operator give the secret that the error names, then retry the job; or name another engine.',
  },
  credential_rejected: {
    title: 'The provider refuses the credential',
    status: null,
    retryable: false,
    fix: 'Have the operator replace the secret that the error names, then retry the job.',
  },
  provider_quota: {
    title: 'The account at the provider is exhausted',
    status: null,
    retryable: false,
    fix: 'Have the operator look at the account, then retry the job; or name another engine.',
  },
  provider_failed: {
    title: 'The provider failed',
    status: null,
    retryable: true,
    fix: 'Retry the job later, or name another engine.',
  },
  // Ends of a job that no step chose.
  cancelled: {
    title: 'The job was cancelled',
    status: null,
    retryable: false,
    fix: 'Submit the work again if it is still wanted.',
  },
  terminated: {
    title: 'The job was terminated by an operator',
    status: null,
    retryable: true,
    fix: 'Retry the job: it goes on from its last finished step.',
  },

  // Answers to requests.
  malformed_json: {
    title: 'The body is not JSON',
    status: 400,
    retryable: false,
    fix: 'Send one valid JSON value in UTF-8.',
  },
  malformed_multipart: {
    title: 'The form cannot be read',
    status: 400,
    retryable: false,
    fix: 'Send multipart/form-data with one part named "file".',
  },
  unauthorized: {
    title: 'A valid token is needed',
    status: 401,
    retryable: false,
    fix: 'Send "Authorization: Bearer <ACCESS_TOKEN>" with a token that has not expired.',
  },
  insufficient_scope: {
    title: 'The token lacks a scope',
    status: 403,
    retryable: false,
    fix: 'Use a token with the scope that the answer names.',
  },
  access_denied: {
    title: 'The access policy denies this',
    status: 403,
    retryable: false,
    fix: 'Ask the owner for access; see docs/access-policy.md for the rule in `decision`.',
  },
  upload_incomplete: {
    title: 'The file has not been uploaded',
    status: 409,
    retryable: false,
    fix: 'Upload the bytes to the address of the session, then complete it again.',
  },
  upload_state: {
    title: 'The upload session is in another state',
    status: 409,
    retryable: false,
    fix: 'Read the session: its state says what is possible.',
  },
  checksum_mismatch: {
    title: 'The bytes have another checksum',
    status: 409,
    retryable: false,
    fix: 'Compare `expected` and `actual`, upload the bytes again, and complete the session with their checksum.',
  },
  size_mismatch: {
    title: 'The bytes have another size than was declared',
    status: 409,
    retryable: false,
    fix: 'Upload the whole file again, or open a session with its true size.',
  },
  object_in_use: {
    title: 'The object is in use',
    status: 409,
    retryable: false,
    fix: 'Wait for the jobs in the answer, or repeat the request with force=true.',
  },
  webhook_not_sent: {
    title: 'There is no delivery to repeat',
    status: 409,
    retryable: false,
    fix: 'Submit jobs with a webhook, and repeat a delivery once GET /v1/jobs/{jobId}/webhook shows it.',
  },
  method_not_allowed: {
    title: 'The method is not allowed here',
    status: 405,
    retryable: false,
    fix: 'Use one of the methods in the Allow header.',
  },
  unsupported_media_type: {
    title: 'The content type is not supported',
    status: 415,
    retryable: false,
    fix: 'Send the content type that the contract names for this operation.',
  },
  rate_limited: {
    title: 'Too many requests',
    status: 429,
    retryable: true,
    fix: 'Try again after the seconds in Retry-After; RateLimit says how many requests are left.',
  },
  too_many_jobs: {
    title: 'Too many jobs are open',
    status: 429,
    retryable: true,
    fix: 'Wait until some jobs have ended, or cancel some, and submit the rest with the same Idempotency-Key.',
  },
  too_much_at_once: {
    title: 'Too much is sent at once',
    status: 429,
    retryable: true,
    fix: 'Send fewer files and bodies at a time, or open upload sessions: their bytes do not pass through the service.',
  },
  overloaded: {
    title: 'The service takes in as much as it can',
    status: 503,
    retryable: true,
    fix: 'Try again after the seconds in Retry-After, with the same Idempotency-Key.',
  },
  malformed_request: {
    title: 'The request is not HTTP',
    status: 400,
    retryable: false,
    fix: 'Send an HTTP/1.1 request with a Host header and a correct length.',
  },
  request_timeout: {
    title: 'The request took too long to arrive',
    status: 408,
    retryable: true,
    fix: 'Send the whole request sooner; use an upload session for large files.',
  },
  headers_too_large: {
    title: 'The headers are too large',
    status: 431,
    retryable: false,
    fix: 'Send a shorter address, fewer headers, or a smaller token.',
  },
  internal: {
    title: 'Something went wrong on our side',
    status: 500,
    retryable: true,
    fix: 'Try again; if it stays, give the trace_id to the operator.',
  },
  unavailable: {
    title: 'A service that is needed is away',
    status: 503,
    retryable: true,
    fix: 'Try again after the seconds in Retry-After, with the same Idempotency-Key.',
  },
  no_worker: {
    title: 'No worker can begin this',
    status: 503,
    retryable: true,
    fix: 'Have the operator start a worker as the answer says, or submit the work as a job, which waits for one.',
  },
  insufficient_storage: {
    title: 'There is no room to store this',
    status: 507,
    retryable: true,
    fix: 'Have the operator make room on the disk, then try again with the same Idempotency-Key.',
  },
  sync_timeout: {
    title: 'The work takes longer than a synchronous request may',
    status: 504,
    retryable: false,
    fix: 'Follow the jobs in the answer: the work goes on.',
  },
} as const satisfies Record<string, ErrorEntry>;

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
