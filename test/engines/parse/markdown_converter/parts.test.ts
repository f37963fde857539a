/** Parts of a document that are Markdown themselves change nothing outside of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, paragraph } from '../../../support/documents/docx.ts';
import { DOCX, markdownOf } from '../../../support/documents/parse.ts';
import { relation } from '../../../support/documents/pptx.ts';
import { makeZip } from '../../../support/documents/zip.ts';

const EML = { mediaType: 'message/rfc822' };
const mail = (...parts: readonly string[]): string =>
  'Subject: Tides\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
  parts.map((part) => `--b\r\n${part}\r\n`).join('');
const attached = (name: string, content: string): string =>
  `Content-Type: text/plain\r\nContent-Disposition: attachment; filename=${name}\r\n\r\n${content}`;
const notebook = (...cells: readonly object[]): string => JSON.stringify({ nbformat: 4, cells });
const cell = (source: string) => ({ cell_type: 'markdown', source });
const output = (markdown: string) => ({
  cell_type: 'code',
  source: '',
  outputs: [{ output_type: 'display_data', data: { 'text/markdown': markdown } }],
});

const OPEN = 'Log\n```\nstart';
const AFTER = 'High *water*';
const CLOSED = `${OPEN}\n\`\`\`\n\n`;

const DOCUMENTS: Readonly<Record<string, () => Promise<string>>> = {
  'the text of a message': async () => markdownOf(mail(`\r\n${OPEN}`, attached('a.txt', AFTER)), EML),
  'an attachment': async () => markdownOf(mail(attached('a.txt', OPEN), attached('b.txt', AFTER)), EML),
  'a file of an archive': async () =>
    markdownOf(makeZip({ 'a.md': OPEN, 'b.md': AFTER }), { mediaType: 'application/zip' }),
  'a cell of a notebook': async () =>
    markdownOf(notebook(cell(OPEN), cell(AFTER)), { mediaType: 'application/x-ipynb+json' }),
  'an output of a notebook': async () =>
    markdownOf(notebook(output(OPEN), cell(AFTER)), { mediaType: 'application/x-ipynb+json' }),
  'an inserted document': async () => {
    const parts = { relationships: relation('O', 'aFChunk', 'a.txt'), others: { 'word/a.txt': OPEN } };
    return markdownOf(makeDocx(`<w:altChunk r:id="O"/>${paragraph('After')}`, parts), { mediaType: DOCX });
  },
};

for (const [part, convert] of Object.entries(DOCUMENTS)) {
  test(`code without an end in ${part} ends with it`, async () => {
    const markdown = await convert();
    assert.ok(markdown.includes(CLOSED), markdown);
    assert.equal(markdown.match(/```/g)?.length, 2);
  });
}

test('headings of an attachment are below its own, however they are indented', async () => {
  const markdown = await markdownOf(mail(attached('a.txt', ' # A\r\n   #\tB\r\n#\r\n    # code\r\n#c')), EML);
  assert.equal(markdown.split('a.txt\n\n')[1], '### A\n   ###\tB\n###\n    # code\n#c');
});

test('no line of the text of a message is a heading', async () => {
  const lines = ['a', ' # b', '\t## c', '#', '  ===', 'd', '   -', '# e', '#f', '<h2>g</h2>'];
  const escaped = ['a', ' \\# b', '\t\\## c', '\\#', '  \\===', 'd', '   \\-', '\\# e', '#f', '&lt;h2>g&lt;/h2>'];
  assert.equal(await markdownOf(`Subject: a\r\n\r\n${lines.join('\r\n')}`, EML), `# a\n\n${escaped.join('\n')}`);
});
