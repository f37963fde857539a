import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laidOut } from '../../../../api/contract/document/layout.ts';
import contract from '../../../../openapi.json' with { type: 'json' };

test('what fits stands on one line', () => {
  const long = 'a'.repeat(148);
  assert.equal(
    laidOut({ short: { list: [1, 'two', null], none: {} }, long: [{ a: long }, { b: 1, c: long }] }),
    `{\n "short": {"list": [1, "two", null], "none": {}},\n "long": [\n  {"a": "${long}"},\n  {\n   "b": 1,\n  ` +
      ` "c": "${long}"\n  }\n ]\n}`,
  );
});

test('no line is longer than it must be, and the text is the document', () => {
  const text = laidOut(contract);
  assert.deepEqual(JSON.parse(text), contract);
  const long = text.split('\n').filter((line) => line.length > 160);
  // A text cannot be broken.
  for (const line of long) assert.match(line, /^ *(?:"[^"]+": )?"(?:[^"\\]|\\.)*",?$/);
});
