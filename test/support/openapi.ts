/** Reads a document whose shared parts are in its components. */
import assert from 'node:assert/strict';

type Node = Readonly<Record<string, unknown>>;

/** Resolves a reference; anything else is returned unchanged. */
export function follow(document: object, value: unknown): unknown {
  const reference = isNode(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return value;
  assert.deepEqual(Object.keys(Object(value)), ['$ref'], `${reference} has members beside it`);
  let found: unknown = document;
  for (const step of reference.replace('#/', '').split('/')) found = isNode(found) ? found[step] : undefined;
  return found ?? assert.fail(`${reference} leads nowhere`);
}

/** A copy in which every reference is resolved, with the name of a schema or parameter as title. */
export function dereferenced(document: object, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => dereferenced(document, item));
  if (!isNode(value)) return value;
  const target = follow(document, value);
  if (target !== value) return named(dereferenced(document, target), String(value['$ref']));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, dereferenced(document, part)]));
}

function named(content: unknown, reference: string): unknown {
  const [, section, title] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
  if (!isNode(content)) return content;
  if (section === 'schemas') return { ...content, title };
  return section === 'parameters' ? { ...content, schema: { ...Object(content['schema']), title } } : content;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
