/** With every reference followed, openapi.json holds all that the route table says, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersOf } from '../../../api/contract/document/answers.ts';
import { concise } from '../../../api/contract/document/concise.ts';
import { problemExample } from '../../../api/contract/problems.ts';
import type { Json } from '../../../api/contract/document/components.ts';
import type { ResponseSpec, Route } from '../../../api/contract/route.ts';
import { headerName } from '../../../api/contract/validation.ts';
import { routes } from '../../../api/routes.ts';
import contract from '../../../openapi.json' with { type: 'json' };
import { dereferenced } from '../../support/openapi.ts';

const paths = dereferenced(contract, contract.paths) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

test('the document contains the operations of the route table', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(documented.sort(), routes.map(({ method, path }) => `${method} ${path}`).sort());
});

for (const route of routes) {
  test(`${route.method} ${route.path} is documented as declared`, () => {
    assert.deepEqual(
      paths[route.path]?.[route.method.toLowerCase()],
      conciseWithin(JSON.parse(JSON.stringify(declared(route)))),
    );
  });
}

/** What the schemas of an operation say, in as few members as the document has. */
function conciseWithin(value: Json): Json {
  if (Array.isArray(value)) return value.map(conciseWithin);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(concise(value)).map(([name, part]) => [name, conciseWithin(part)]));
}

/** The operation without any reference: schemas have their titles. */
function declared(route: Route): object {
  const scopes = [route.scope, route.orScope].filter((scope) => scope !== undefined && scope !== 'public');
  const needs = scopes.length === 0 ? [] : [`Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`];
  const content = { schema: route.body, examples: route.examples };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [...(route.description === undefined ? [] : [route.description]), ...needs].join('\n\n'),
    security: scopes.map((scope) => ({ bearerAuth: [scope] })),
    parameters: [
      ...declaredParameters('path', route.params),
      ...declaredParameters('query', route.query),
      ...declaredParameters('header', route.headers),
    ],
    requestBody: route.body && {
      required: route.bodyOptional !== true,
      content: { [route.bodyType ?? 'application/json']: content },
    },
    responses: Object.fromEntries(
      Object.entries(answersOf(route)).map(([status, spec]) => [status, declaredAnswer(spec, status)]),
    ),
  };
}

function declaredParameters(place: string, schema: Route['params']): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples } = property as { description?: string; examples?: unknown[] };
    const isRequired = schema?.required?.includes(name) ?? false;
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      required: isRequired || undefined,
      description,
      example: isRequired ? examples?.[0] : undefined,
      schema: { ...property, description: undefined },
    };
  });
}

function declaredAnswer(spec: ResponseSpec, status: string): object {
  const { description, headers = {}, contentType = 'application/json', schema = { type: 'string' }, also } = spec;
  const { codes = [] } = spec;
  const examples = Object.fromEntries(codes.map((code) => [code, problemExample(code)]));
  return {
    description,
    headers:
      Object.keys(headers).length === 0
        ? undefined
        : Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
          ),
    content:
      status === '204'
        ? undefined
        : {
            [contentType]: { schema, examples: codes.length === 0 ? undefined : examples },
            ...(also && { [also.type]: { schema: also.schema } }),
          },
  };
}
