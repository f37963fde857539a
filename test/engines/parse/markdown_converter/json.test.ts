import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from '../../../support/documents/pictures.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const JSON_TYPE = { mediaType: 'application/json' };
const LINES = { mediaType: 'application/x-ndjson' };

test('records become a table', async () => {
  const table = '| a | b\\_\\_c |\n| --- | --- |\n| 1 | x\\|y |\n| true |  |';
  assert.equal(
    await markdownOf('[{"a":1,"b__c":"x|y"},{"a":true,"b__c":null}]', JSON_TYPE),
    table.replaceAll('\\_\\_', '__'),
  );
  assert.equal(await markdownOf('{"a":1,"b":2}\n{"a":3}\n', LINES), '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |');
});

test('other values are a code block, indented if they were one line, with numbers unchanged', async () => {
  assert.equal(
    await markdownOf('{"a":[1,12345678901234567890,{}],"s":"{,}"}', JSON_TYPE),
    '```json\n{\n  "a": [\n    1,\n    12345678901234567890,\n    {}\n  ],\n  "s": "{,}"\n}\n```',
  );
  assert.match(await markdownOf('[{"a":1},{"a":2}]', JSON_TYPE), /^```json\n/);
  assert.equal(await markdownOf('{"a":\n1}', JSON_TYPE), '```json\n{"a":\n1}\n```');
  assert.equal(
    await markdownOf('[{"n":12345678901234567890}]', JSON_TYPE),
    '```json\n[\n  {\n    "n": 12345678901234567890\n  }\n]\n```',
  );
});

test('deep nesting and invalid JSON do no harm', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  assert.ok((await parse(deep, JSON_TYPE)).markdown.length > 100_000);
  const { markdown, warnings } = await parse('{"a": oops', JSON_TYPE);
  assert.equal(markdown, '```json\n{"a": oops\n```\n');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['invalid_json'],
  );
  await assertFails(parse(' \n', JSON_TYPE), 'empty');
});

test('notebooks: Markdown unchanged, code and its outputs', async () => {
  const notebook = {
    nbformat: 4,
    metadata: { kernelspec: { language: 'julia' } },
    cells: [
      { cell_type: 'markdown', source: ['# Tides\n', 'rise'] },
      {
        cell_type: 'code',
        source: 'f(x)',
        outputs: [
          { output_type: 'stream', text: ['\u001b[31mred\u001b[0m\n'] },
          { output_type: 'execute_result', data: { 'text/plain': '4' } },
          { output_type: 'display_data', data: { 'image/png': PNG.toString('base64'), 'text/plain': '<Figure>' } },
          { output_type: 'display_data', data: { 'text/html': '<table><tr><th>a</th><th>b</th></tr></table>' } },
          { output_type: 'error', ename: 'Oops', evalue: 'no', traceback: [] },
        ],
      },
      { cell_type: 'raw', source: '' },
    ],
  };
  const { markdown, title, images } = await parse(JSON.stringify(notebook), JSON_TYPE);
  assert.equal(
    markdown,
    '# Tides\nrise\n\n```julia\nf(x)\n```\n\n```\nred\n```\n\n```\n4\n```\n\n![](images/output.png)\n\n' +
      '| a | b |\n| --- | --- |\n\n```\nOops: no\n```\n',
  );
  assert.equal(title, 'Tides');
  assert.equal(images.length, 1);
});

test('of a progress bar in the output of a notebook, the last state is shown', async () => {
  const text = ['  0%|    | 0/2\r', ' 50%|██  | 1/2\r100%|████| 2/2\n', 'done\r\n'];
  const cell = { cell_type: 'code', source: 'run()', outputs: [{ output_type: 'stream', text }] };
  const markdown = await markdownOf(JSON.stringify({ nbformat: 4, cells: [cell] }), {
    mediaType: 'application/x-ipynb+json',
  });
  assert.equal(markdown.split('\n\n').at(-1), '```\n100%|████| 2/2\ndone\n```');
});

test('source code and XML are code blocks with their language', async () => {
  assert.equal(await markdownOf('x = "```"\r\n', { mediaType: 'text/x-python' }), '```python\nx = "```"\n```');
  assert.equal(
    await markdownOf('<?xml version="1.0"?>\n<a/>', { mediaType: 'application/xml' }),
    '```xml\n<?xml version="1.0"?>\n<a/>\n```',
  );
});
