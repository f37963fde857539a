/** What any request can be answered with. */
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
    fix: 'Stay within the limit that the error names.',
  },
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
  insufficient_storage: {
    title: 'There is no room to store this',
    status: 507,
    retryable: true,
    fix: 'Have the operator make room on the disk, then try again with the same Idempotency-Key.',
  },
} as const satisfies ErrorEntries;
