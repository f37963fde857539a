/** The OpenAPI 3.1 document of the route table. */
import type { TObject, TSchema } from 'typebox';
import { SCOPES } from '../identity/scopes.ts';
import { ERRORS, ServiceError, isErrorCode } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import { HTTPValidationError, errorReply, problemAnswer, RETRY_AFTER } from './problems.ts';
import { headerName } from './validation.ts';
import type { ResponseSpec, Route } from './route.ts';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

const TAGS: Readonly<Record<string, string>> = {
  Health: 'Liveness and dependency readiness.',
  Observability: 'Metrics for a scraper.',
  Jobs: 'Inspection, events, cancellation and retry of long-running jobs.',
  Parse: 'Web pages, files and stored objects into Markdown with normalized metadata.',
  Storage: 'Files in S3-compatible object storage; metadata and permissions are the service’s own.',
  'Dev Auth': 'Development tokens; only in development authentication mode.',
};

/** Headers of every answer. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Request-Id': 'Identifier of this request: the caller’s, or a new one.',
  traceparent: 'W3C trace context that continues the caller’s.',
};

/** Headers of every answer to a request that was counted against a rate (draft-ietf-httpapi-ratelimit-headers-10). */
const RATE_HEADERS: Readonly<Record<string, string>> = {
  'RateLimit-Policy': '`"tenant";q=400;w=2`: so many requests (`q`) in so many seconds (`w`).',
  RateLimit: '`"tenant";r=399;t=1`: requests left (`r`), and seconds (`t`) until all of them are.',
};

export function openApiDocument(routes: readonly Route[]): Json {
  const components: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemill',
      version: '0.0.1',
      description:
        'Documents, sites and stored files into Markdown, as durable jobs. Submit a job, follow `links.self`, read `links.result`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b))),
      examples: problemExamples(),
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `Scopes: ${Object.entries(SCOPES)
            .map(([scope, grants]) => `\`${scope}\` (${grants})`)
            .join(', ')}.`,
        },
      },
    },
  };
}

function operation(route: Route, components: Record<string, Json>): Json {
  const scopes = [route.scope, route.orScope].filter((scope) => scope !== undefined && scope !== 'public');
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, scopes.length > 0 && `Scope: ${scopes.map((name) => `\`${name}\``).join(' or ')}.`]
      .filter(Boolean)
      .join('\n\n'),
    security: scopes.map((scope) => ({ bearerAuth: [scope] })),
    parameters: [
      ...parameters('path', route.params, components),
      ...parameters('query', route.query, components),
      ...parameters('header', route.headers, components),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          [route.bodyType ?? 'application/json']: {
            schema: hoist(route.body, components),
            ...(route.examples && { examples: json(route.examples) }),
          },
        },
      },
    }),
    responses: responses(route, components),
  };
}

function parameters(
  place: 'path' | 'query' | 'header',
  schema: TObject | undefined,
  components: Record<string, Json>,
): Json[] {
  if (!schema) return [];
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => ({
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required.has(name),
    description: text(property, 'description'),
    // `/docs` fills in what has one: an optional parameter would be sent without having been asked for.
    ...(required.has(name) && { example: firstExample(property) }),
    schema: hoist(property, components),
  }));
}

const TOO_MUCH = 'Too many requests or open jobs, or too much that is sent at once.';
const UNAVAILABLE =
  'A dependency is away, or the service takes in as much as it can. What was begun may have been done all the same.';

/** The route's own answers and those that every operation of its kind can give. */
function responses(route: Route, components: Record<string, Json>): Json {
  const specs: Record<string, ResponseSpec> = { ...route.responses };
  const problem = (description: string, codes: readonly [ErrorCode, ...ErrorCode[]], headers = {}): void => {
    const { status } = ERRORS[codes[0]];
    if (status !== null) specs[status] ??= problemAnswer(description, codes, headers);
  };
  const isCounted = route.rateLimited !== false;
  if (route.scope !== 'public') {
    problem('No token, or one that is not valid.', ['unauthorized']);
    problem('The token lacks the scope, or an access policy denies it.', ['insufficient_scope', 'access_denied']);
  }
  if (route.params && Object.keys(route.params.properties).length > 0)
    problem('Unknown, or of another tenant.', ['not_found']);
  if (route.body) {
    problem('The body cannot be read.', [route.bodyType === undefined ? 'malformed_json' : 'malformed_multipart']);
    problem('The body did not arrive in time.', ['request_timeout']);
    problem(TOO_LARGE[route.bodyType ?? 'application/json'], ['too_large']);
    problem('The content type is not supported.', ['unsupported_media_type']);
  }
  if (route.params ?? route.query ?? route.headers ?? route.body) {
    specs[422] ??= { description: 'The request does not meet the contract.', schema: HTTPValidationError };
  }
  if (isCounted) problem(TOO_MUCH, ['rate_limited', 'too_many_jobs', 'too_much_at_once'], RETRY_AFTER);
  problem('The headers are too large.', ['headers_too_large']);
  problem('A fault of the service.', ['internal']);
  if (route.scope !== 'public' || route.body) problem(UNAVAILABLE, ['unavailable', 'overloaded'], RETRY_AFTER);
  if (route.method !== 'GET' && route.scope !== 'public') {
    problem('There is no room to store what the request brings.', ['insufficient_storage'], RETRY_AFTER);
  }
  return Object.fromEntries(
    Object.entries(specs).map(([status, spec]) => {
      const headers = isCounted && !UNCOUNTED.has(status) ? RATE_HEADERS : {};
      return [status, response(status, spec, headers, components)];
    }),
  );
}

/** Statuses of requests that were refused before it was known what they want. */
const UNCOUNTED: ReadonlySet<string> = new Set(['408', '431']);

/** By the type of the body that is. */
const TOO_LARGE = {
  'application/json': 'The body is larger than MAX_BODY_BYTES.',
  'multipart/form-data': 'The file is larger than MAX_UPLOAD_BYTES, or a field larger than 64 KiB.',
};

function response(
  status: string,
  spec: ResponseSpec,
  rateHeaders: Readonly<Record<string, string>>,
  components: Record<string, Json>,
): Json {
  const headers = { ...COMMON_HEADERS, ...rateHeaders, ...spec.headers };
  const contentType = spec.contentType ?? 'application/json';
  return {
    description: spec.description,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
    ...(status !== '204' && {
      content: {
        [contentType]: {
          schema: spec.schema ? hoist(spec.schema, components) : { type: 'string' },
          ...(spec.codes && { examples: exampleReferences(spec.codes) }),
        },
        ...(spec.stream && { [spec.stream.type]: { schema: streamSchema(spec.stream) } }),
      },
    }),
  };
}

function exampleReferences(codes: readonly ErrorCode[]): Json {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

/** The problem of each code that requests meet, as it is without the details of an occurrence. */
function problemExamples(): Json {
  const met = Object.keys(ERRORS)
    .filter(isErrorCode)
    .filter((code) => ERRORS[code].status !== null);
  return Object.fromEntries(
    met.map((code) => {
      const { title } = ERRORS[code];
      const { body } = errorReply(new ServiceError(code, `${title}.`), '/v1/…', '4bf92f3577b34da6a3ce929d0e0e4736');
      return [code, { summary: title, value: json(body) }];
    }),
  );
}

function streamSchema({ description, example }: NonNullable<ResponseSpec['stream']>): Json {
  return { type: 'string', description, examples: [example] };
}

/** Copies a schema, moving each titled part to `components` and leaving a reference. */
function hoist(schema: TSchema, components: Record<string, Json>): Json {
  return walk(json(schema), components);
}

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function walk(value: Json, components: Record<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => walk(item, components));
  if (typeof value !== 'object' || value === null) return value;
  const { title } = value;
  const isNamed = typeof title === 'string' && value['type'] === 'object';
  const copy = Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !(isNamed && member === 'title'))
      .map(([member, part]) => [member, DATA.has(member) ? part : walk(part, components)]),
  );
  if (!isNamed) return copy;
  components[title] ??= copy;
  return { $ref: `#/components/schemas/${title}` };
}

/** Members that hold data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['examples', 'default', 'enum', 'const', 'required']);

function text(schema: TSchema, member: string): string {
  const value: unknown = Object.entries(schema).find(([name]) => name === member)?.[1];
  return typeof value === 'string' ? value : '';
}

function firstExample(schema: TSchema): Json {
  return 'examples' in schema && Array.isArray(schema.examples) ? json(schema.examples[0]) : null;
}
