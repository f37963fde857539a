/** Every request example of the contract can be sent unchanged, and every operation documents its own errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import contract from '../../openapi.json' with { type: 'json' };
import { follow } from '../support/openapi.ts';
import { openSystem } from '../support/service/system.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown; readonly $ref?: string }>>;
}
interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
    readonly example?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

// Datasets have an embedding model; nothing listens there.
const MODEL = { MODEL_EMBEDDER_URL: 'http://127.0.0.1:9/v1', MODEL_EMBEDDER_ID: 'multilingual-e5-small' };
const system = openSystem({ ...MODEL, SYNC_DEADLINE_MS: '200' });
const api = await system.startApi();
const client = await api.client();

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation: withoutReferences(operation),
  })),
);

const shared: Readonly<Record<string, { readonly value: unknown }>> = contract.components.examples;

/** The operation with its own parameters and answers; the references within them stay. */
function withoutReferences(operation: { parameters: object[]; responses: object }): Operation {
  const responses = Object.entries(operation.responses);
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => follow(contract, parameter)),
    responses: Object.fromEntries(responses.map(([status, answer]) => [status, follow(contract, answer)])),
  } as Operation;
}

/** The body that `/docs` fills in. */
function bodyOf({ requestBody }: Operation): unknown {
  const [[type, content] = ['', undefined]] = Object.entries(requestBody?.content ?? {});
  if (!content) return undefined;
  if (type === 'application/json') return Object.values(content.examples ?? {})[0]?.value;
  const form = new FormData();
  for (const [name, field] of Object.entries((follow(contract, content.schema) as Schema).properties ?? {})) {
    if (name === 'file') form.append(name, new Blob(['Words.']), 'words.txt');
    else form.append(name, String(field.examples?.[0]));
  }
  return form;
}

/** The address that `/docs` fills in: with the parameters of the path, and those of the query that are required. */
function addressOf(path: string, { parameters }: Operation): URL {
  const filled = parameters.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const address = new URL(filled, 'http://service');
  for (const { name, in: place, required, example } of parameters)
    if (place === 'query' && required) address.searchParams.set(name, String(example));
  return address;
}

/** The address with a parameter of the query. */
function withQuery(address: URL, name: string, value: string): URL {
  const changed = new URL(address);
  changed.searchParams.set(name, value);
  return changed;
}

/** A value of a parameter, if only its type says what it may be. */
function sampleOf({ examples, enum: words, type, minimum = 1, format, pattern }: Schema): unknown {
  if (format === 'date-time') return '2026-03-14T09:26:53.589Z';
  const [, prefix] = /^\^([a-z]+_)\[/.exec(pattern ?? '') ?? [];
  if (prefix) return `${prefix}01k9zt6v3c8wq4m2n7r5x0ybhd`;
  return examples?.[0] ?? words?.[0] ?? (type === 'boolean' ? false : type === 'string' ? 'a' : minimum);
}

/** Temporal's own page token, which none can make up. */
const NO_EXAMPLE_WORKS = new Set(['GET /v1/jobs cursor']);

for (const { name, method, path, operation } of operations) {
  test(`${name} accepts its examples`, async () => {
    const address = addressOf(path, operation);
    const accepted = async ({ pathname, search }: URL, headers: Record<string, string> = {}): Promise<void> => {
      const to = pathname + search;
      const answer = await client.send(method, to, { headers, body: bodyOf(operation) });
      // No worker runs, so that what waits for one is refused or late; no object or job has the identifier of the
      // examples.
      assert.ok(answer.status < 300 || [404, 503, 504].includes(answer.status), `${to}: ${JSON.stringify(answer)}`);
    };
    await accepted(address);
    for (const parameter of operation.parameters) {
      const example = String(sampleOf(parameter.schema));
      if (NO_EXAMPLE_WORKS.has(`${name} ${parameter.name}`)) continue;
      if (parameter.in === 'query') await accepted(withQuery(address, parameter.name, example));
      if (parameter.in === 'header') await accepted(address, { [parameter.name]: example });
    }
  });

  test(`${name} is prefilled with required members only`, () => {
    for (const parameter of operation.parameters) assert.equal('example' in parameter, parameter.required ?? false);
    const content = operation.requestBody?.content['application/json'];
    if (!content) return;
    const [first, ...others] = Object.values(content.examples ?? {});
    assert.ok(first, 'there is an example');
    const size = ({ value }: { value: unknown }): number => JSON.stringify(value).length;
    if (name !== 'POST /v1/jobs/cancel') for (const other of others) assert.ok(size(first) <= size(other));
  });

  test(`${name} shows each error of its own as returned`, () => {
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      const problem = content['application/problem+json'];
      if (!problem || status.endsWith('XX')) continue;
      const examples = Object.entries(problem.examples ?? {});
      assert.ok(examples.length > 0, `${status} has an example`);
      for (const [code, { $ref }] of examples) {
        assert.equal($ref, `#/components/examples/${code}`);
        const { value } = shared[code] ?? assert.fail(code);
        assert.partialDeepStrictEqual(value, { status: Number(status), code, type: `/docs/errors#${code}` });
      }
    }
  });
}
