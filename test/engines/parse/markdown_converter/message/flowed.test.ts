import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOf } from '../../../../support/documents/parse.ts';

const flowed = async (lines: readonly string[], more = ''): Promise<string> => {
  const head = `Subject: S\r\nContent-Type: text/plain; charset=utf-8; format=flowed${more}`;
  const markdown = await markdownOf(`${head}\r\n\r\n${lines.join('\r\n')}\r\n`, { mediaType: 'message/rfc822' });
  return markdown.replace('# S\n\n', '');
};

test('wrapped lines are joined, in quotations without their marks', async () => {
  const lines = ['> The weir has ', '> three ', '> gates.', '>> Since ', '>> when?', '> Always.', 'So ', 'it is.'];
  assert.equal(await flowed(lines), '> The weir has three gates.\n>> Since when?\n> Always.\nSo it is.');
});

test('a paragraph ends where the depth of the quotation changes, with or without a space before', async () => {
  assert.equal(await flowed(['> One ', 'Two ', '>> Three ', '>', '> Four']), '> One\nTwo\n>> Three\n>\n> Four');
});

test('a space before a line is no text; a signature is never joined', async () => {
  assert.equal(await flowed([' >no quotation', ' From here', '> > inner']), '>no quotation\nFrom here\n> > inner');
  assert.equal(await flowed(['Bye ', '-- ', 'Ada']), 'Bye\n\\-- \nAda');
});

test('with DelSp, the space at the end of a line is no text', async () => {
  assert.equal(await flowed(['> 潮が満 ', '> ちる', '川 ', 'へ'], '; DelSp=Yes'), '> 潮が満ちる\n川へ');
});

test('fixed text beside it keeps its lines', async () => {
  const part = (type: string): string => `--b\r\nContent-Type: text/plain${type}\r\n\r\n> a \r\n> b\r\n`;
  const head = 'Subject: S\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
  const markdown = await markdownOf(`${head}${part('; format=flowed')}${part('')}--b--\r\n`, {
    mediaType: 'message/rfc822',
  });
  assert.equal(markdown, '# S\n\n> a b\n\n> a \n> b');
});
