import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Semaphore } from '../../../workflows/job/semaphore.ts';

/** Work that ends on command, and the order in which it started. */
function scripted(semaphore: Semaphore) {
  const begun: string[] = [];
  const add = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const ended = semaphore.run(() => {
      begun.push(name);
      return promise;
    });
    return { ended, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, add };
}

test('work beyond the size waits, and starts in order of arrival', async () => {
  const { begun, add } = scripted(new Semaphore(2));
  const [a, b, c, d] = [add('a'), add('b'), add('c'), add('d')];
  assert.deepEqual(begun, ['a', 'b']);
  b.end();
  assert.equal(await b.ended, 'b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  a.fail();
  await assert.rejects(a.ended, /a/);
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  c.end();
  d.end();
  await Promise.all([c.ended, d.ended]);
  assert.deepEqual([add('e'), add('f')].length, 2);
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e', 'f']);
});
