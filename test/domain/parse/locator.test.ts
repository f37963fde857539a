import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locatorLabel, parseLocator } from '../../../domain/parse/locator.ts';

const ID = 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd';

const READ: Readonly<Record<string, string | RegExp>> = {
  'https://example.com/a?b#c': 'https://example.com/a?b#c',
  'HTTP://EXAMPLE.com': 'http://example.com/',
  'https://ann:secret@example.com/': /must not contain a user name/,
  'https://ann@example.com/': /must not contain a user name/,
  'https://': /The URL is not valid/,
  [`service://objects/${ID}`]: ID,
  [`SERVICE://objects/${ID}`]: ID,
  [`service://files/${ID}`]: /stored object/,
  'service://objects/': /stored object/,
  [`s3://mill/objects/${ID}/1`]: ID,
  [`s3://other/objects/${ID}/1`]: /in this service’s bucket "mill"/,
  's3://mill/objects/report.pdf': /stored object/,
  [`mill/objects/${ID}/1`]: ID,
  [`objects/${ID}/1`]: ID,
  [ID]: ID,
  'objects/obj_short/1': /stored object/,
  'report.pdf': /stored object/,
  [`ftp://example.com/${ID}`]: /The scheme "ftp:" is not supported/,
  [`javascript:${ID}`]: /The scheme "javascript:" is not supported/,
};

for (const [text, expected] of Object.entries(READ)) {
  test(`the locator ${text}`, () => {
    const read = parseLocator(text, 'mill');
    if ('fault' in read) {
      assert.ok(expected instanceof RegExp, read.fault);
      assert.match(read.fault, expected);
    } else assert.equal(read.kind === 'url' ? read.url : read.object_id, expected);
  });
}

test('what is shown of a locator has neither query nor fragment', () => {
  const shown = locatorLabel({ kind: 'url', url: 'https://example.com:81/a/b?signature=secret#part' });
  assert.equal(shown, 'https://example.com:81/a/b');
  assert.equal(locatorLabel({ kind: 'object', object_id: ID }), `service://objects/${ID}`);
});
