import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAhead } from '../../../../../engines/parse/document_ai_converter/page/read-ahead.ts';

test('items are started ahead, arrive in order, and have all ended when one fails', async () => {
  const events: string[] = [];
  const reading = async () => {
    const read = async (item: number) => {
      events.push(`begin ${item}`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`end ${item}`);
      if (item === 2) throw new Error('unreadable');
      return item;
    };
    for await (const item of readAhead([1, 2, 3, 4], read)) events.push(`take ${item}`);
  };
  await assert.rejects(reading, /unreadable/);
  assert.deepEqual(events, ['begin 1', 'begin 2', 'end 1', 'take 1', 'begin 3', 'end 2', 'end 3']);
});
