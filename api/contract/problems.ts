/** Errors as responses: RFC 9457 problem details from the error catalog. */
import { Type } from 'typebox';
import { ERRORS, ServiceError } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import type { Reply } from './route.ts';
import { List, Named, Text, Whole } from './schema.ts';
import { ValidationError } from './validation.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** The one schema of all errors: what a code adds is in its description and examples, not in a schema of its own. */
const Problem = Type.Object(
  {
    type: Text('URL of the documentation of this code.', '/docs/errors#not_found', { format: 'uri-reference' }),
    title: Text('Short sentence, the same for every occurrence.', 'Not found'),
    status: Whole('HTTP status.', 404),
    detail: Text('What happened, and what to do.', 'There is no job job_01k9zt6v3c8wq4m2n7r5x0ybhd.'),
    code: Text('Stable code, see docs/errors.md.', 'not_found'),
    instance: Text('The path of the request.', '/v1/jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd'),
    trace_id: Text('Trace to give to the operator.', '4bf92f3577b34da6a3ce929d0e0e4736'),
  },
  {
    title: 'Problem',
    description: 'An error (RFC 9457). Some codes add further members.',
    additionalProperties: true,
  },
);

export const HTTPValidationError = Named('HTTPValidationError', 'Validation errors of the request, at most 100.', {
  detail: List(
    Named('ValidationIssue', 'One validation error.', {
      loc: List(
        Type.Union([Type.String(), Type.Integer()], { description: 'Member name or index.', examples: ['body'] }),
        'Path of the invalid value.',
        {
          examples: [['body', 'sources', 0]],
        },
      ),
      msg: Text(
        'What is wrong, and what is expected.',
        'Expected text, not 7. Example: "https://example.com/report.pdf".',
      ),
      type: Text('Rule that failed.', 'type'),
    }),
    'The validation errors.',
  ),
});

/** An answer of the contract that is a problem with one of these codes. */
export function problemAnswer(
  description: string,
  codes: readonly ErrorCode[],
  headers: Readonly<Record<string, string>> = {},
) {
  return { description, schema: Problem, contentType: PROBLEM_TYPE, codes, headers };
}

/** How long a client should wait when a dependency is unavailable. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The response to a request that failed with `error`. An unknown error becomes `internal`; its message is only logged.
 */
export function errorReply(error: unknown, instance: string, traceId: string): Reply {
  if (error instanceof ValidationError) return { status: 422, body: { detail: error.issues } };
  const known = error instanceof ServiceError ? error : new ServiceError('internal', ERRORS.internal.title);
  const { title, status } = ERRORS[known.code];
  return {
    status: status ?? 500,
    body: {
      ...known.details,
      type: `/docs/errors#${known.code}`,
      title,
      status: status ?? 500,
      detail: `${known.message} ${known.fix}`,
      code: known.code,
      instance,
      trace_id: traceId,
    },
    headers: { 'Content-Type': PROBLEM_TYPE, ...headersOf(known) },
  };
}

/** The problem of a code as it is without the details of an occurrence, as an example of the contract. */
export function problemExample(code: ErrorCode): { readonly summary: string; readonly value: unknown } {
  const { title } = ERRORS[code];
  const { body } = errorReply(new ServiceError(code, `${title}.`), '/v1/…', '4bf92f3577b34da6a3ce929d0e0e4736');
  return { summary: title, value: body };
}

function headersOf({ code, details }: ServiceError): Record<string, string> {
  switch (code) {
    case 'unauthorized': {
      const error = details['error'];
      return { 'WWW-Authenticate': typeof error === 'string' ? `Bearer error="${error}"` : 'Bearer' };
    }
    case 'insufficient_scope':
      return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${String(details['scope'])}"` };
    case 'method_not_allowed':
      return { Allow: String(details['allow']) };
    case 'rate_limited':
    case 'too_many_jobs':
    case 'too_much_at_once':
    case 'overloaded':
      return { 'Retry-After': String(details['retry_after_seconds']) };
    case 'model_unavailable':
    case 'model_rate_limited': {
      const seconds = details['retry_after_seconds'];
      return { 'Retry-After': String(typeof seconds === 'number' ? seconds : RETRY_AFTER_SECONDS) };
    }
    case 'unavailable':
    case 'no_worker':
    case 'insufficient_storage':
      return { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    case 'sync_timeout':
      return typeof details['location'] === 'string' ? { Location: details['location'] } : {};
    default:
      return {};
  }
}
