import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { feedAll } from '../../../activities/synthesis/feed-all.ts';

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('each reader gets all items of one reading, which waits for the slowest', async () => {
  let given = 0;
  let taken = 0;
  let ahead = 0;
  async function* items(): AsyncGenerator<number> {
    while (given < 500) {
      ahead = Math.max(ahead, given - taken);
      yield given++;
    }
  }
  const slow = async (read: AsyncIterable<number>): Promise<number[]> => {
    const found: number[] = [];
    for await (const item of read) {
      await turn();
      taken++;
      found.push(item);
    }
    return found;
  };
  const [first, second] = await feedAll(items(), [collect, slow]);
  const all = Array.from({ length: 500 }, (_, index) => index);
  assert.deepEqual([first, second], [all, all]);
  assert.ok(ahead < 100, `the reading was ${ahead} items ahead`);
});

test('a reader that fails ends all, and so does the reading', async () => {
  const broken = new Error('broken');
  const failing = async (read: AsyncIterable<number>): Promise<number[]> => {
    for await (const item of read) if (item === 3) throw broken;
    return [];
  };
  async function* endless(): AsyncGenerator<number> {
    for (let index = 0; ; index++) yield index;
  }
  await assert.rejects(feedAll(endless(), [collect, failing]), broken);
  async function* breaking(): AsyncGenerator<number> {
    yield 1;
    throw broken;
  }
  await assert.rejects(feedAll(breaking(), [collect, collect]), broken);
});
