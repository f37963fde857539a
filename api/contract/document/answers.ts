/** All responses of an operation: its own, and those common to operations of its kind. */
import { ERRORS } from '../../../errors/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { COMMON_HEADERS, RATE_HEADERS, RETRY_AFTER } from '../headers.ts';
import { HTTPValidationError, problemAnswer } from '../problems.ts';
import type { ResponseSpec, Route } from '../route.ts';

/**
 * The responses of a route by status. `4XX` and `5XX` are the other errors that all operations of its kind give. The
 * route’s own definition of a status takes precedence.
 */
export function answersOf(route: Route): Readonly<Record<string, ResponseSpec>> {
  const hasPath = Object.keys(route.params?.properties ?? {}).length > 0;
  const hasInput = (route.params ?? route.query ?? route.headers ?? route.body) !== undefined;
  // Not `default`, which would be the answer of a success that a generated client cannot read, too.
  const errors = commonErrors(route);
  return {
    ...(hasPath && { 404: NOT_FOUND }),
    ...(hasInput && { 422: VALIDATION_FAILED }),
    ...route.responses,
    '4XX': errors,
    '5XX': errors,
  };
}

const NOT_FOUND: ResponseSpec = {
  name: 'NotFound',
  ...problemAnswer('Does not exist, or belongs to another tenant.', ['not_found']),
};

const VALIDATION_FAILED: ResponseSpec = {
  name: 'ValidationFailed',
  description: 'The request violates the contract.',
  schema: HTTPValidationError,
};

function commonErrors(route: Route): ResponseSpec {
  const isPublic = route.scope === 'public';
  const isCounted = route.rateLimited !== false;
  const body = route.body && BODIES[route.bodyType ?? 'application/json'];
  const without = route.method === 'GET' ? 'Read' : 'Action';
  const codes: ErrorCode[] = [
    ...(body ? ([body.malformed, 'request_timeout', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(isPublic ? [] : (['unauthorized', 'insufficient_scope', 'access_denied'] as const)),
    ...(isCounted ? (['rate_limited', 'too_many_jobs', 'too_much_at_once'] as const) : []),
    'headers_too_large',
    'internal',
    ...(isPublic && !body ? [] : (['unavailable', 'overloaded'] as const)),
    ...(isPublic || route.method === 'GET' ? [] : (['insufficient_storage'] as const)),
  ];
  const headers = isCounted ? { ...COMMON_HEADERS, ...RATE_HEADERS, ...RETRY_AFTER } : COMMON_HEADERS;
  return {
    name: `${isCounted ? '' : 'Uncounted'}${isPublic ? 'Public' : ''}${body?.name ?? without}Errors`,
    ...problemAnswer(`Another error, explained at \`/docs/errors\`: ${listed(codes)}.`, [], headers),
  };
}

/** Names of kinds of operations, and the code of a body that cannot be parsed, by its type. */
const BODIES = {
  'application/json': { name: 'Json', malformed: 'malformed_json' },
  'multipart/form-data': { name: 'Form', malformed: 'malformed_multipart' },
} as const;

/** The codes by their statuses. */
function listed(codes: readonly ErrorCode[]): string {
  const byStatus = Map.groupBy(codes, (code) => Number(ERRORS[code].status));
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, of]) => `${status} ${of.map((code) => `\`${code}\``).join(', ')}`).join('; ');
}
