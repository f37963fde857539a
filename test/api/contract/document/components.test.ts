/** What openapi.json shares: each thing stands once, a name means one thing, and the whole stays readable. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { Type } from 'typebox';
import { openApiDocument } from '../../../../api/contract/document/openapi.ts';
import { defineRoute, reply } from '../../../../api/contract/route.ts';
import type { ResponseSpec } from '../../../../api/contract/route.ts';
import { Named, Text } from '../../../../api/contract/schema.ts';
import contract from '../../../../openapi.json' with { type: 'json' };

/** About 4 KB an operation: one that needs more repeats what others have. */
const MAX_BYTES = 430 * 1000;
const MAX_SERVED_BYTES = 360 * 1000;
/** Characters of JSON above which two of the same are one component. */
const MAX_REPEATED = 200;
/** Members that hold things by name, and are no thing that could be a component. */
const MAPS: ReadonlySet<string> = new Set(['headers', 'content', 'properties', 'examples', 'responses', 'parameters']);

test('openapi.json stays under 430 KB, and under 360 KB as it is served', () => {
  const { size } = statSync(new URL('../../../../openapi.json', import.meta.url));
  assert.ok(size < MAX_BYTES, `${size} bytes`);
  const served = Buffer.byteLength(JSON.stringify(contract));
  assert.ok(served < MAX_SERVED_BYTES, `${served} bytes`);
});

test('shared parts are components', () => {
  const places = new Map<string, string[]>();
  const visit = (value: unknown, place: string, member: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const isThing = text.length > MAX_REPEATED && !MAPS.has(member);
    if (isThing) places.set(text, [...(places.get(text) ?? []), place]);
    for (const [name, part] of Object.entries(value)) visit(part, `${place}/${name}`, name);
  };
  visit(contract, '#', '');
  assert.deepEqual(
    [...places.values()].filter((found) => found.length > 1),
    [],
  );
});

test('every component is used', () => {
  const text = JSON.stringify(contract);
  const { schemas, parameters, headers, responses, examples } = contract.components;
  const unused = Object.entries({ schemas, parameters, headers, responses, examples }).flatMap(
    ([section, components]) =>
      Object.keys(components)
        .map((name) => `#/components/${section}/${name}`)
        .filter((reference) => !text.includes(`"${reference}"`)),
  );
  assert.deepEqual(unused, []);
});

/** Datasets of knowledge and of evaluations, which no request takes for each other. */
const TWO_FORMS: Readonly<Record<string, readonly string[]>> = { dataset_id: ['dset', 'evds'] };

test('an identifier has one form wherever it has this name', () => {
  const forms = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties = {} } = value as { properties?: Readonly<Record<string, Member>> };
    for (const [name, member] of Object.entries(properties)) {
      if (!name.endsWith('_id') || member.deprecated) continue;
      const shown = [member, ...(member.anyOf ?? [])].flatMap(
        ({ pattern, examples = [] }) => pattern?.slice(1) ?? examples,
      );
      const found = forms.get(name) ?? new Set();
      for (const form of shown) found.add(/^([a-z]+)_(?:\w{26}$|\[)/.exec(String(form))?.[1] ?? 'other');
      forms.set(name, found);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(contract.components.schemas);
  assert.ok(forms.has('batch_id'));
  const several = [...forms]
    .filter(([, found]) => found.size > 1)
    .map(([name, found]) => [name, [...found].toSorted()]);
  assert.deepEqual(Object.fromEntries(several), TWO_FORMS);
});

interface Member {
  readonly deprecated?: boolean;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Member[];
}

const Animal = (description: string) => Named('Animal', 'An animal.', { name: Text(description, 'Tom') });
const animalRoute = (path: string, answer: ResponseSpec, id = Text('The animal.', 'ani_1')) =>
  defineRoute({
    method: 'GET',
    path,
    operationId: path.slice(1),
    tag: 'Health',
    summary: 'An animal',
    scope: 'public',
    cost: 'few_rows',
    params: Type.Object({ id }),
    responses: { 200: answer },
    handler: async () => reply(200, ''),
  });

test('two schemas with the same title and content are one component', () => {
  const answer = { description: 'It.', schema: Animal('Its name.') };
  const document = JSON.stringify(openApiDocument([animalRoute('/cats', answer), animalRoute('/dogs', answer)]));
  assert.equal(document.split('"#/components/schemas/Animal"').length, 3);
});

test('two schemas with the same title and different content stop the build, and the error names both places', () => {
  const nested = Named('Kennel', 'A kennel.', { animal: Animal('Its short name.') });
  assert.throws(
    () =>
      openApiDocument([
        animalRoute('/cats', { description: 'It.', schema: Animal('Its name.') }),
        animalRoute('/kennels', { description: 'It.', schema: nested }),
      ]),
    /named schemas\/Animal: one at GET \/cats 200, one at GET \/kennels 200\/properties\/animal\. Rename one/,
  );
});

test('so do two responses or parameters with the same title and different content', () => {
  const named = (description: string) => ({ name: 'It', description, schema: Animal('Its name.') });
  assert.throws(
    () => openApiDocument([animalRoute('/cats', named('A cat.')), animalRoute('/dogs', named('A dog.'))]),
    /named responses\/It: one at GET \/cats 200, one at GET \/dogs 200\./,
  );
  const id = (description: string) => Text(description, 'ani_1', { title: 'AnimalId' });
  const answer = { description: 'It.', schema: Animal('Its name.') };
  assert.throws(
    () => openApiDocument([animalRoute('/cats', answer, id('Cat.')), animalRoute('/dogs', answer, id('Dog.'))]),
    /named parameters\/AnimalId: one at GET \/cats id, one at GET \/dogs id\./,
  );
});
