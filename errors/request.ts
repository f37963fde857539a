/** Errors of any request. */
import type { ErrorEntries } from './entry.ts';

export const REQUEST_ERRORS = {
  not_found: {
    title: 'Not found',
    status: 404,
    retryable: false,
    fix: 'Check the identifier or address, and that it belongs to your tenant.',
  },
  too_large: {
    title: 'Too large',
    status: 413,
    retryable: false,
    fix: 'Stay within the limit stated in the error.',
  },
  malformed_json: {
    title: 'The body is not JSON',
    status: 400,
    retryable: false,
    fix: 'Send one valid JSON value in UTF-8.',
  },
  malformed_multipart: {
    title: 'The form cannot be parsed',
    status: 400,
    retryable: false,
    fix: 'Send multipart/form-data with one part named "file".',
  },
  unauthorized: {
    title: 'A valid token is required',
    status: 401,
    retryable: false,
    fix: 'Send "Authorization: Bearer <ACCESS_TOKEN>" with a token that has not expired.',
  },
  insufficient_scope: {
    title: 'The token is missing a scope',
    status: 403,
    retryable: false,
    fix: 'Use a token with the scope named in the response.',
  },
  access_denied: {
    title: 'The access policy denies this',
    status: 403,
    retryable: false,
    fix: 'Ask the owner for access. docs/access-policy.md explains the rule in `decision`.',
  },
  method_not_allowed: {
    title: 'The method is not allowed here',
    status: 405,
    retryable: false,
    fix: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    title: 'None of the accepted types is available',
    status: 406,
    retryable: false,
    fix: 'Accept one of the types in `available`.',
  },
  unsupported_media_type: {
    title: 'The content type is not supported',
    status: 415,
    retryable: false,
    fix: 'Send the content type that the contract specifies for this operation.',
  },
  rate_limited: {
    title: 'Too many requests',
    status: 429,
    retryable: true,
    fix: 'Retry after the number of seconds in Retry-After. RateLimit shows how many requests are left.',
  },
  too_much_at_once: {
    title: 'Too much at once',
    status: 429,
    retryable: true,
    fix:
      'Retry after the number of seconds in Retry-After, and send fewer requests at a time. For large files, use ' +
      'upload sessions, which do not count towards these limits.',
  },
  overloaded: {
    title: 'The service is at capacity',
    status: 503,
    retryable: true,
    fix: 'Retry after the number of seconds in Retry-After, with the same Idempotency-Key.',
  },
  malformed_request: {
    title: 'The request is not valid HTTP',
    status: 400,
    retryable: false,
    fix: 'Send an HTTP/1.1 request with a Host header and a correct length.',
  },
  request_timeout: {
    title: 'The request took too long to arrive',
    status: 408,
    retryable: true,
    fix: 'Send the request faster, or use an upload session for large files.',
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
    fix: 'Try again. If the error persists, give the trace_id to the operator.',
  },
  unavailable: {
    title: 'A dependency is unavailable',
    status: 503,
    retryable: true,
    fix: 'Retry after the number of seconds in Retry-After, with the same Idempotency-Key.',
  },
  insufficient_storage: {
    title: 'There is not enough disk space',
    status: 507,
    retryable: true,
    fix: 'Ask the operator to free disk space, then retry with the same Idempotency-Key.',
  },
} as const satisfies ErrorEntries;
