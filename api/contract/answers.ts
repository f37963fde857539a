/** All responses of an operation: its own, and those common to operations of its kind. */
import { ERRORS } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import { COMMON_HEADERS, RATE_HEADERS, RETRY_AFTER } from './headers.ts';
import { HTTPValidationError, problemAnswer } from './problems.ts';
import type { ResponseSpec, Route } from './route.ts';

const TOO_MUCH = 'Too many requests, open jobs or bytes in transit.';
const UNAVAILABLE =
  'A dependency is unavailable, or the service is at capacity. The request may still have taken effect.';

/** The responses of a route by status, with all headers. The route's own definition of a status takes precedence. */
export function answersOf(route: Route): Readonly<Record<string, ResponseSpec>> {
  const specs: Record<string, ResponseSpec> = { ...route.responses };
  const problem = (
    name: string,
    description: string,
    codes: readonly [ErrorCode, ...ErrorCode[]],
    headers = {},
  ): void => {
    const { status } = ERRORS[codes[0]];
    if (status !== null) specs[status] ??= { ...problemAnswer(description, codes, headers), name };
  };
  const isCounted = route.rateLimited !== false;
  if (route.scope !== 'public') {
    problem('Unauthorized', 'No token, or an invalid one.', ['unauthorized']);
    problem('Forbidden', 'The token is missing the scope, or an access policy denies access.', [
      'insufficient_scope',
      'access_denied',
    ]);
  }
  if (route.params && Object.keys(route.params.properties).length > 0)
    problem('NotFound', 'Does not exist, or belongs to another tenant.', ['not_found']);
  if (route.body) {
    const { malformed, tooLarge } = BODY_PROBLEMS[route.bodyType ?? 'application/json'];
    problem(malformed.name, 'The body cannot be parsed.', [malformed.code]);
    problem('RequestTimeout', 'The body did not arrive in time.', ['request_timeout']);
    problem(tooLarge.name, tooLarge.description, ['too_large']);
    problem('UnsupportedMediaType', 'The content type is not supported.', ['unsupported_media_type']);
  }
  if (route.params ?? route.query ?? route.headers ?? route.body) specs[422] ??= VALIDATION_FAILED;
  if (isCounted)
    problem('TooManyRequests', TOO_MUCH, ['rate_limited', 'too_many_jobs', 'too_much_at_once'], RETRY_AFTER);
  problem('HeadersTooLarge', 'The headers are too large.', ['headers_too_large']);
  problem('InternalError', 'Internal error.', ['internal']);
  if (route.scope !== 'public' || route.body) {
    problem('Unavailable', UNAVAILABLE, ['unavailable', 'overloaded'], RETRY_AFTER);
  }
  if (route.method !== 'GET' && route.scope !== 'public') {
    problem(
      'InsufficientStorage',
      'There is not enough disk space for the request.',
      ['insufficient_storage'],
      RETRY_AFTER,
    );
  }
  return Object.fromEntries(
    Object.entries(specs).map(([status, spec]) => [status, withHeaders(status, spec, isCounted)]),
  );
}

const VALIDATION_FAILED: ResponseSpec = {
  name: 'ValidationFailed',
  description: 'The request violates the contract.',
  schema: HTTPValidationError,
};

/** What can be wrong with a body, by its type. */
const BODY_PROBLEMS = {
  'application/json': {
    malformed: { name: 'MalformedJson', code: 'malformed_json' },
    tooLarge: { name: 'BodyTooLarge', description: 'The body is larger than MAX_BODY_BYTES.' },
  },
  'multipart/form-data': {
    malformed: { name: 'MalformedForm', code: 'malformed_multipart' },
    tooLarge: {
      name: 'FileTooLarge',
      description: 'The file is larger than MAX_UPLOAD_BYTES, or a field larger than 64 KiB.',
    },
  },
} as const;

/** Statuses of requests that are rejected before their route is known. */
const UNCOUNTED: ReadonlySet<string> = new Set(['408', '431']);

function withHeaders(status: string, spec: ResponseSpec, isCounted: boolean): ResponseSpec {
  if (isCounted && !UNCOUNTED.has(status)) {
    return { ...spec, headers: { ...COMMON_HEADERS, ...RATE_HEADERS, ...spec.headers } };
  }
  const answer = { ...spec, headers: { ...COMMON_HEADERS, ...spec.headers } };
  // The same answer without the headers of rates is another component.
  return isCounted || UNCOUNTED.has(status) || spec.name === undefined
    ? answer
    : { ...answer, name: `${spec.name}Unlimited` };
}
