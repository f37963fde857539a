import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition } from '../../platform/content-disposition.ts';

const CASES: readonly [filename: string, expected: string][] = [
  ['report.pdf', 'attachment; filename="report.pdf"'],
  ['say "hi".txt', String.raw`attachment; filename="say \"hi\".txt"`],
  ['naïve (1).pdf', `attachment; filename="na_ve (1).pdf"; filename*=UTF-8''na%C3%AFve%20%281%29.pdf`],
  ['100%41.txt', `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
  ['é;a=b&c.md', `attachment; filename="_;a=b&c.md"; filename*=UTF-8''%C3%A9%3Ba%3Db%26c.md`],
  ['€ 🙂.md', `attachment; filename="_ _.md"; filename*=UTF-8''%E2%82%AC%20%F0%9F%99%82.md`],
  ["it's*.md\u00e9", `attachment; filename="it's*.md_"; filename*=UTF-8''it%27s%2A.md%C3%A9`],
  ['../../etc/passwd', 'attachment; filename="passwd"'],
  [String.raw`C:\temp\a.doc`, 'attachment; filename="a.doc"'],
  ['a\r\nSet-Cookie: x=1', 'attachment; filename="aSet-Cookie: x=1"'],
  ['\ud800.md', `attachment; filename="_.md"; filename*=UTF-8''%EF%BF%BD.md`],
  ['', 'attachment; filename="download"'],
  ['folder/', 'attachment; filename="download"'],
];

for (const [filename, expected] of CASES) {
  test(`names the download ${JSON.stringify(filename)}`, () => {
    assert.equal(contentDisposition('attachment', filename), expected);
  });
}

test('is inline when requested', () => {
  assert.equal(contentDisposition('inline', 'a.md'), 'inline; filename="a.md"');
});
