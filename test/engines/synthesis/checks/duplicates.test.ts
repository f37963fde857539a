/** Items that repeat others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Duplicates } from '../../../../engines/synthesis/checks/duplicates.ts';

const LONG = 'write a short poem about the old mill that stands beside the river in the town of Norwich';
const talk = (asked: string) => ({
  messages: [
    { role: 'user', content: asked },
    { role: 'assistant', content: 'Gladly.' },
  ],
});

for (const [what, first, second, of] of [
  ['instructions with one word more', { instruction: LONG }, { instruction: `${LONG} today` }, 0],
  ['requests with another answer', { request: LONG, calls: [] }, { request: LONG, calls: [{}] }, 0],
  ['conversations in which the user says the same', talk(LONG), talk(`${LONG}!`), 0],
  ['other instructions', { instruction: LONG }, { instruction: 'explain how tides drive a mill' }, null],
  ['alterations of one text', { text: LONG, original: LONG }, { text: `${LONG} today`, original: LONG }, null],
] as const) {
  test(`${what} are ${of === null ? 'no ' : ''}duplicates`, () => {
    const seen = new Duplicates();
    assert.equal(seen.add(0, first), null);
    assert.equal(seen.add(1, second)?.of ?? null, of);
  });
}
