import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { laidOut } from '../../api/contract/document/layout.ts';
import { openApiDocument } from '../../api/contract/document/openapi.ts';
import { ID_SUFFIX } from '../../api/contract/schema.ts';
import { routes } from '../../api/routes.ts';
import { SCOPES } from '../../domain/identity/scopes.ts';
import { dereferenced } from '../support/openapi.ts';

const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

interface Schema {
  readonly description?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation extends Described {
  readonly summary: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly bearerAuth: readonly string[] }[];
  readonly parameters: readonly (Described & { readonly name: string })[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

const document = JSON.parse(committed) as object;
const contract = dereferenced(document, document) as {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

test('openapi.json matches the route table. Fix: npm run contract', () => {
  assert.equal(`${laidOut(openApiDocument(routes))}\n`, committed);
  assert.equal(contract.openapi, '3.1.0');
});

test('every operation has a unique name, a summary, a described tag, and known scopes', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { name, operation } of operations) {
    assert.ok(operation.summary, name);
    for (const tag of operation.tags) assert.ok(contract.tags.find((known) => known.name === tag)?.description, name);
    for (const scope of operation.security.flatMap(({ bearerAuth }) => bearerAuth)) assert.ok(scope in SCOPES, scope);
  }
});

test(
  'every schema, member, parameter and response has a description, and every pattern but an identifier’s an ' +
    'example',
  () => {
    const lacking: string[] = [];
    const check = (place: string, schema: Schema): void => {
      if (!descriptionOf(schema)) lacking.push(`${place}: description`);
      walk(place, schema);
    };
    const walk = (place: string, schema: Schema): void => {
      for (const [name, member] of Object.entries(schema.properties ?? {})) check(`${place}.${name}`, member);
      if (schema.items) check(`${place}[]`, schema.items);
      for (const alternative of schema.anyOf ?? []) walk(place, alternative);
      if (schema.pattern?.endsWith(`${ID_SUFFIX}$`) === false && !schema.examples) lacking.push(`${place}: example`);
    };
    const bodies = (place: string, { content = {} }: Described): void => {
      for (const [type, { schema }] of Object.entries(content)) if (type !== 'text/plain') check(place, schema);
    };

    for (const [name, schema] of Object.entries(contract.components.schemas)) check(name, schema);
    for (const { name, operation } of operations) {
      for (const parameter of operation.parameters) {
        if (!parameter.description) lacking.push(`${name} ${parameter.name}: description`);
        if (parameter.schema) walk(`${name} ${parameter.name}`, parameter.schema);
      }
      if (operation.requestBody) bodies(`${name} body`, operation.requestBody);
      for (const [status, answer] of Object.entries(operation.responses)) {
        if (!answer.description) lacking.push(`${name} ${status}: description`);
        bodies(`${name} ${status}`, answer);
      }
    }
    assert.deepEqual(lacking, []);
  },
);

function descriptionOf(schema: Schema): string | undefined {
  return schema.description ?? schema.anyOf?.map(descriptionOf).find(Boolean);
}
