/** The OpenAPI 3.1 document of the route table. */
import type { TObject, TSchema } from 'typebox';
import { MANIFESTS } from '../../../domain/manifests/index.ts';
import { SCOPES } from '../../../domain/identity/scopes.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { answersOf } from './answers.ts';
import { Components } from './components.ts';
import type { Json } from './components.ts';
import { SHARED_HEADERS } from '../headers.ts';
import { problemExample } from '../problems.ts';
import type { ResponseSpec, Route } from '../route.ts';
import { json, shareSchemas } from './shared-schemas.ts';
import { headerName } from '../validation.ts';

const TAGS: Readonly<Record<string, string>> = {
  Health: 'Liveness and dependency readiness.',
  Observability: 'Metrics for a scraper.',
  ...Object.fromEntries(
    Object.values(MANIFESTS).flatMap(({ tag }) => (tag === null ? [] : [[tag.name, tag.description]])),
  ),
  'Dev Auth': 'Development tokens; only in development authentication mode.',
};

/** Throws when two different things want the same name among the components. */
export function openApiDocument(routes: readonly Route[]): Json {
  const components = new Components();
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
        'Converts documents, sites and stored files to Markdown, and makes datasets of them that answer with ' +
        'their sources. Long work is a durable job: submit it, poll `links.self`, then read `links.result`. ' +
        'Every response has the headers `X-Request-Id` and `traceparent`; one to a request that counts against ' +
        'a rate has `RateLimit-Policy` and `RateLimit`, too. The response `4XX` of each operation describes ' +
        'them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      ...components.sections(),
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

function operation(route: Route, components: Components): Json {
  const place = `${route.method} ${route.path}`;
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
      ...parameters('path', route.params, components, place),
      ...parameters('query', route.query, components, place),
      ...parameters('header', route.headers, components, place),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          [route.bodyType ?? 'application/json']: {
            schema: shareSchemas(route.body, components, `${place} body`),
            ...(route.examples && { examples: json(route.examples) }),
          },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answersOf(route)).map(([status, spec]) => [
        status,
        response(status, spec, components, `${place} ${status}`),
      ]),
    ),
  };
}

/** A parameter whose schema has a title is a component of that name. */
function parameters(
  kind: 'path' | 'query' | 'header',
  schema: TObject | undefined,
  components: Components,
  place: string,
): Json[] {
  if (!schema) return [];
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([key, property]) => {
    const title = text(property, 'title');
    const name = kind === 'header' ? headerName(key) : key;
    const parameter = {
      name,
      in: kind,
      ...(required.has(key) && { required: true }),
      description: text(property, 'description'),
      // `/docs` fills in what has one: an optional parameter would be sent without having been asked for.
      ...(required.has(key) && { example: firstExample(property) }),
      schema: shareSchemas({ ...property, title: undefined, description: undefined }, components, `${place} ${name}`),
    };
    return title === '' ? parameter : components.share('parameters', title, parameter, `${place} ${name}`);
  });
}

function response(status: string, spec: ResponseSpec, components: Components, place: string): Json {
  const { contentType = 'application/json', headers: described = {}, codes = [] } = spec;
  const content = {
    description: spec.description,
    ...(Object.keys(described).length > 0 && { headers: headers(described, components, place) }),
    ...(status !== '204' && {
      content: {
        [contentType]: {
          schema: spec.schema ? shareSchemas(spec.schema, components, place) : { type: 'string' },
          ...(codes.length > 0 && { examples: problemExamples(codes, components, place) }),
        },
        ...(spec.also && { [spec.also.type]: { schema: shareSchemas(spec.also.schema, components, place) } }),
      },
    }),
  };
  return spec.name === undefined ? content : components.share('responses', spec.name, content, place);
}

function headers(described: Readonly<Record<string, string>>, components: Components, place: string): Json {
  return Object.fromEntries(
    Object.entries(described).map(([name, description]) => {
      const header = { description, schema: { type: 'string' } };
      return [name, name in SHARED_HEADERS ? components.share('headers', name, header, place) : header];
    }),
  );
}

function problemExamples(codes: readonly ErrorCode[], components: Components, place: string): Json {
  return Object.fromEntries(
    codes.map((code) => [code, components.share('examples', code, json(problemExample(code)), place)]),
  );
}

function text(schema: TSchema, member: string): string {
  const value: unknown = Object.entries(schema).find(([name]) => name === member)?.[1];
  return typeof value === 'string' ? value : '';
}

function firstExample(schema: TSchema): Json {
  return 'examples' in schema && Array.isArray(schema.examples) ? json(schema.examples[0]) : null;
}
