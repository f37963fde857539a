import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../support/linear.ts';
import { correctAliases } from '../../../../engines/knowledge/aliases/corrected.ts';
import type { NameCorrection } from '../../../../engines/knowledge/aliases/corrected.ts';

const NOTHING = { everywhere: new Map<string, string>(), within: new Map<string, ReadonlyMap<string, string>>() };

/** "merge a b c" or "separate a b", in order. */
function corrections(...lines: readonly string[]): NameCorrection[] {
  return lines.map((line, at) => {
    const [kind, ...entities] = line.split(' ');
    return { id: String(at), kind: kind === 'merge' ? 'merge' : 'separate', entities };
  });
}

function corrected(lines: readonly string[], before: Partial<typeof NOTHING> = {}): string[] {
  const { everywhere, within } = correctAliases({ ...NOTHING, ...before }, corrections(...lines));
  return [
    ...[...everywhere].map(([alias, main]) => `${alias} = ${main}`),
    ...[...within].flatMap(([alias, mains]) => [...mains].map(([document, main]) => `${document}: ${alias} = ${main}`)),
  ].sort();
}

test('merges that share a name are one, and the last one says what stands for all', () => {
  assert.deepEqual(corrected(['merge a b', 'merge c b']), ['a = c', 'b = c']);
});

test('merged names bring the names that stand for them, and the correction wins over what they stood for', () => {
  const everywhere = new Map([
    ['x', 'a'],
    ['b', 'y'],
  ]);
  assert.deepEqual(corrected(['merge b a'], { everywhere }), ['a = b', 'x = b', 'y = b']);
});

test('a merge of another name’s alias ends without a trace, and what it stood for is decided with it', () => {
  const everywhere = new Map([['lock', 'weir']]);
  const merge = corrections('merge lock mill');
  assert.equal(correctAliases({ ...NOTHING, everywhere }, merge).correctedBy.get('weir'), '0');
  assert.deepEqual(corrected(['merge lock mill'], { everywhere }), ['mill = lock', 'weir = lock']);
  assert.deepEqual(corrected(['merge lock mill', 'separate lock mill'], { everywhere }), ['lock = weir']);
});

test('names that are apart end their merge, whether a text or an earlier correction says it', () => {
  assert.deepEqual(corrected(['merge a b c', 'separate b a']), ['c = a']);
  assert.deepEqual(corrected(['merge b a c', 'separate a c']), ['a = b']);
  const everywhere = new Map([['b', 'a']]);
  assert.deepEqual(corrected(['separate a b'], { everywhere }), []);
  assert.deepEqual(corrected(['separate a b', 'merge a b']), ['b = a']);
});

test('an alias of some documents follows what it stands for, unless it is apart from it or decided itself', () => {
  const within = new Map([['g', new Map([['d1', 'a']])]]);
  assert.deepEqual(corrected(['merge b a'], { within }), ['a = b', 'd1: g = b']);
  assert.deepEqual(corrected(['separate g a'], { within }), []);
  assert.deepEqual(corrected(['merge c g'], { within }), ['g = c']);
  assert.deepEqual(corrected(['merge g a'], { within }), ['a = g']);
});

test('corrections take time linear in their number', async () => {
  const chain = (length: number) => Array.from({ length }, (_, at) => `merge ${at + 1} ${at}`);
  await assertLinear('a chain of merges', (length) => correctAliases(NOTHING, corrections(...chain(length))));
  const shown = (length: number) => new Map(Array.from({ length }, (_, at) => [`alias${at}`, 'hub']));
  const ofOne = (length: number) => corrections(...Array.from({ length }, (_, at) => `merge other${at} alias${at}`));
  await assertLinear('merges of many aliases of one name', (length) =>
    correctAliases({ ...NOTHING, everywhere: shown(length) }, ofOne(length)),
  );
});
