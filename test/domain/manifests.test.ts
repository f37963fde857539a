import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../api/routes.ts';
import { MANIFESTS } from '../../domain/manifests/index.ts';
import { ERRORS } from '../../errors/index.ts';

const manifests = Object.entries(MANIFESTS);

/** What several domains declare. */
function repeated(listOf: (manifest: (typeof manifests)[number][1]) => readonly string[]): string[] {
  const all = manifests.flatMap(([, manifest]) => listOf(manifest));
  return all.filter((name, index) => all.indexOf(name) !== index);
}

test('no two domains declare the same name', () => {
  for (const member of [
    'scopes',
    'kinds',
    'errors',
    'profiles',
    'resources',
    'workflows',
    'tables',
    'objects',
  ] as const) {
    assert.deepEqual(
      repeated((manifest) => Object.keys(manifest[member])),
      [],
      member,
    );
  }
  for (const member of ['events', 'idPrefixes'] as const) {
    assert.deepEqual(
      repeated((manifest) => manifest[member]),
      [],
      member,
    );
  }
});

test('the error catalog contains the errors of every domain', () => {
  const codes = manifests.flatMap(([, { errors }]) => Object.keys(errors));
  assert.deepEqual(
    codes.filter((code) => !Object.hasOwn(ERRORS, code)),
    [],
  );
});

test('every kind of job has its result in the contract, and workflows of its domain', () => {
  const paths = new Set(routes.map(({ path }) => path));
  for (const [domain, manifest] of manifests) {
    for (const [kind, { result, workflows }] of Object.entries(manifest.kinds)) {
      assert.ok(paths.has(result), `${kind}: ${result}`);
      for (const workflow of workflows)
        assert.ok(Object.hasOwn(manifest.workflows, workflow), `${domain}: ${workflow}`);
    }
  }
});

test('every tag of a manifest has operations', () => {
  const used = new Set(routes.map(({ tag }) => tag));
  const tags = manifests.flatMap(([, { tag }]) => tag?.name ?? []);
  assert.deepEqual(
    tags.filter((tag) => !used.has(tag)),
    [],
  );
});

test('event types start with the name of what they are about', () => {
  const words = new Set([...Object.keys(MANIFESTS), 'job']);
  for (const [, { events }] of manifests) {
    for (const event of events) assert.ok(words.has(event.split('.', 1)[0] ?? ''), event);
  }
});
