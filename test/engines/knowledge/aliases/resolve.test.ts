import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveAliases } from '../../../../engines/knowledge/aliases/resolve.ts';
import type { AliasEntity, AliasStatement } from '../../../../engines/knowledge/aliases/resolve.ts';
import type { AliasRule } from '../../../../engines/knowledge/options.ts';
import { assertLinear } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

const entity = (name: string, more: Partial<AliasEntity> = {}): AliasEntity => ({
  id: name,
  name,
  type: null,
  isSubject: false,
  ...more,
});

/** "document: alias = main" */
function says(...lines: readonly string[]): AliasStatement[] {
  return lines.map((line) => {
    const [document = '', alias = '', main = '', rule = 'abbreviation'] = line.split(/: | = | by /);
    return { alias, main, rule: rule as AliasRule, documents: [document] };
  });
}

function resolved(statements: readonly AliasStatement[], special: readonly AliasEntity[] = []): string[] {
  const names = [...new Set(statements.flatMap(({ alias, main }) => [alias, main]))];
  const entities = new Map([...names.map((name) => entity(name)), ...special].map((one) => [one.id, one]));
  const { everywhere, within } = resolveAliases(statements, entities);
  return [
    ...[...everywhere].map(([alias, main]) => `${alias} = ${main}`),
    ...[...within].flatMap(([alias, mains]) => [...mains].map(([document, main]) => `${document}: ${alias} = ${main}`)),
  ].sort();
}

test('an alias that all documents agree on is merged everywhere', () => {
  assert.deepEqual(resolved(says('d1: ibm = business machines', 'd2: ibm = business machines')), [
    'ibm = business machines',
  ]);
});

test('where documents disagree, each keeps what it says, and one that contradicts itself nothing', () => {
  const statements = says(
    'd1: afc = football conference',
    'd2: afc = asian confederation',
    'd3: afc = football conference',
  );
  const both = says('d4: afc = football conference', 'd4: afc = asian confederation');
  assert.deepEqual(resolved([...statements, ...both]), [
    'd1: afc = football conference',
    'd2: afc = asian confederation',
    'd3: afc = football conference',
  ]);
});

test('different mains that are aliases of one are no disagreement', () => {
  const statements = says(
    'd1: ibm = machines inc',
    'd2: ibm = machines corp',
    'd1: machines inc = the machines',
    'd2: machines corp = the machines',
  );
  assert.deepEqual(resolved(statements), [
    'ibm = the machines',
    'machines corp = the machines',
    'machines inc = the machines',
  ]);
});

test('an alias that means something else elsewhere is merged only where it is shown', () => {
  assert.deepEqual(resolved(says('d1: grace = ana gracia by other_name')), ['d1: grace = ana gracia']);
  assert.deepEqual(resolved(says('d1: nbl = national league')), ['d1: nbl = national league']);
  assert.deepEqual(resolved(says('d1: nbl = national league', 'd2: nbl = national league')), ['nbl = national league']);
  assert.deepEqual(resolved(says('d1: wipo = world organization')), ['wipo = world organization']);
  const subject = entity('tide mill', { isSubject: true });
  assert.deepEqual(resolved(says('d1: tide mill = eling mill by other_name'), [subject]), [
    'd1: tide mill = eling mill',
  ]);
});

test('entities of different types are never merged, and one without a type may be', () => {
  const [person, place] = [entity('may hill', { type: 'person' }), entity('high hill', { type: 'place' })];
  assert.deepEqual(resolved(says('d1: may hill = high hill by other_name'), [person, place]), []);
  assert.deepEqual(resolved(says('d1: may hill = high hill by other_name'), [person]), ['may hill = high hill']);
});

test('of two names that are given as aliases of each other, the one that more documents prefer is the main one', () => {
  const by = 'by other_name';
  assert.deepEqual(resolved(says(`d1: b c = a c ${by}`, `d2: a c = b c ${by}`)), ['b c = a c']);
  assert.deepEqual(resolved(says(`d1: b c = a c ${by}`, `d2: a c = b c ${by}`, `d3: a c = b c ${by}`)), ['a c = b c']);
});

test('names in a circle stand for themselves', () => {
  const by = 'by other_name';
  assert.deepEqual(
    resolved(says(`d1: a a = b b ${by}`, `d1: b b = c c ${by}`, `d1: c c = a a ${by}`, `d1: d d = a a ${by}`)),
    [],
  );
});

test('the order of statements decides nothing, and nothing is merged into a name that is merged itself', () => {
  const name = fc.constantFrom('a', 'ab', 'abc', 'a b', 'b c', 'c d', 'd e');
  const statement = fc.record({
    alias: name,
    main: name,
    rule: fc.constantFrom<AliasRule>('abbreviation', 'other_name'),
    documents: fc.uniqueArray(fc.constantFrom('d1', 'd2', 'd3'), { minLength: 1 }),
  });
  const statements = fc.array(statement.filter(({ alias, main }) => alias !== main));
  fc.assert(
    fc.property(
      statements.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, shuffled]) => {
        assert.deepEqual(resolved(some), resolved(shuffled));
        const entities = new Map(some.flatMap(({ alias, main }) => [alias, main]).map((id) => [id, entity(id)]));
        const { everywhere, within } = resolveAliases(some, entities);
        for (const main of everywhere.values()) assert.ok(!everywhere.has(main));
        for (const mains of within.values()) for (const main of mains.values()) assert.ok(!everywhere.has(main));
      },
    ),
    runs(2000),
  );
});

test('many aliases of one alias take time linear in their number', async () => {
  const star = (length: number) => Array.from({ length }, (_, at) => `d1: bird${at} vale = hub master`);
  await assertLinear('a star of aliases', (length) => resolved(says('d1: hub master = root place', ...star(length))));
});
