/** The check that work takes linear time sees work that does not, even where each step of it is fast. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { some } from '../../support/depth.ts';
import { assertLinear, HOSTILE_TEXTS } from '../../support/linear.ts';

/** Each looks from every repeat of a piece for what ends it, up to the end of the text. */
const QUADRATIC: Readonly<Record<string, RegExp>> = {
  '<![CDATA[': /<!\[CDATA\[[^]*?\]\]>/g,
  ' ': / +$/g,
};

for (const [piece, pattern] of some(Object.entries(QUADRATIC), 'quadratic work')) {
  test(`quadratic work on ${JSON.stringify(piece)} is detected`, async () => {
    const hostile = HOSTILE_TEXTS[JSON.stringify(piece)];
    assert.ok(hostile !== undefined);
    await assert.rejects(
      assertLinear('a pattern', (repeats) => `${hostile(repeats)}a`.replace(pattern, '')),
      /times as long/,
    );
    await assertLinear('a search', (repeats) => hostile(repeats).split('b'));
  });
}
