import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closed } from '../../../../engines/text/markdown/closed.ts';
import { assertLinearInText } from '../../../support/linear.ts';

const OPEN = [
  ['a\n\n~~~~ sh\nb\n~~~', '~~~~'],
  ['  ```\nb', '```'],
  ['- a\n\n      ```\n      b', '      ```'],
  ['- a\n  ```\n  b', '  ```'],
  ['<div>\n```\nb', '```'],
  ['<!-- a\n\nb', '-->'],
  ['<?a\n\nb', '?>'],
  ['<![CDATA[\n\nb', ']]>'],
  ['<pre>\n\nb', '</pre>'],
] as const;

for (const [markdown, end] of OPEN) {
  test(`${JSON.stringify(markdown)} gets the end that it lacks`, () => {
    assert.equal(closed(markdown), `${markdown}\n${end}`);
    assert.equal(closed(closed(markdown)), closed(markdown));
  });
}

test('what ends by itself stays as it is', () => {
  const ends = [
    'a',
    '```\nb\n```',
    '- a\n  ```\n  b\nc',
    '> ```\n> b',
    '```a``` b',
    '<!--\n```\n-->',
    '<div>\n```\n</div>\n\nb',
  ];
  for (const markdown of ends) assert.equal(closed(markdown), markdown);
});

test('a fence in a long text gets an end', () => {
  const long = 'a\n\n'.repeat(800_000);
  assert.equal(closed(`${long}\`\`\`\nb`).slice(long.length), '```\nb\n```');
  assert.equal(closed(`${long}\`\`\`\nb\n\`\`\``).slice(long.length), '```\nb\n```');
});

test('takes linear time', async () => {
  await assertLinearInText('closed', (text) => closed(`<a\n${text}`));
});
