import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip } from '../../../../support/documents/zip.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';
import { sniffMediaType } from '../../../../../platform/media-type/index.ts';

const MBOX = { mediaType: 'application/mbox' };

const message = (subject: string, body: string, line = 'ada@example.org Fri May  1 10:00:00 2020'): string =>
  `From ${line}\nFrom: Ada <ada@example.org>\nSubject: ${subject}\nDate: Fri, 1 May 2020 10:00:00 +0200\n\n${body}\n\n`;

test('each message of a mailbox is a section, whatever its program writes above it', async () => {
  const mailbox =
    message('Tides', 'High at noon.') +
    message('Re: Tides', 'Low at six.', '- Fri May 01 10:05:00 2020') +
    message('Weirs', 'Closed.', '18@xxx Fri May 01 10:09:00 +0000 2020').replaceAll('\n', '\r\n');
  const head = '**From:** "Ada" <ada@example.org>  \n**Date:** Fri, 1 May 2020 10:00:00 +0200';
  assert.equal(
    await markdownOf(mailbox, MBOX),
    `## Message 1\n\n### Tides\n\n${head}\n\nHigh at noon.\n\n## Message 2\n\n### Re: Tides\n\n${head}\n\nLow at ` +
      `six.\n\n## Message 3\n\n### Weirs\n\n${head}\n\nClosed.`,
  );
});

test('a single message is read as such', async () => {
  const one = message('Tides', 'High at noon.');
  assert.equal(
    await markdownOf(one, MBOX),
    await markdownOf(one.slice(one.indexOf('\n') + 1), { mediaType: 'message/rfc822' }),
  );
});

test('lines of a text that begin like the line above a message stay text', async () => {
  const texts =
    'From here on it is fine.\n\nFrom 10:30 to 11:00 the gate is open\nand shut again.\n\n>From x 10:00\n>>From y';
  const markdown = await markdownOf(message('A', texts) + message('B', 'x'), MBOX);
  assert.match(markdown, /\n\nFrom here on it is fine\.\n\nFrom 10:30 to 11:00 the gate is open\nand shut again\.\n/);
  assert.match(markdown, /\n\nFrom x 10:00\n>From y\n\n## Message 2\n/);
  assert.doesNotMatch(markdown, /Message 3/);
});

test('a message that cannot be read keeps its heading; if none can, the mailbox fails', async () => {
  const encrypted = message('Secret', 'x').replace('Date:', 'Content-Type: multipart/encrypted; boundary=b\nDate:');
  const { markdown, warnings } = await parse(encrypted + message('B', 'Open'), MBOX);
  assert.match(markdown, /^## Message 1\n\n## Message 2\n\n### B\n[^]*Open\n$/);
  assert.deepEqual(warnings, [
    {
      code: 'nested_encrypted',
      message: 'A nested file was skipped: message-1.eml. The message is encrypted.',
      page: null,
    },
  ]);
  await assertFails(parse(encrypted + encrypted, MBOX), 'encrypted');
});

test('of many like warnings, the first are listed and the others counted', async () => {
  const encrypted = message('A', 'x').replace('Date:', 'Content-Type: multipart/encrypted; boundary=b\nDate:');
  const { warnings } = await parse(encrypted.repeat(103) + message('B', 'Open'), MBOX);
  assert.equal(warnings.length, 101);
  assert.match(warnings.at(-2)?.message ?? '', /: message-100\.eml\. /);
  assert.deepEqual(warnings.at(-1), {
    code: 'nested_encrypted',
    message: 'There are 3 more warnings of this kind.',
    page: null,
  });
});

test('all messages of a long mailbox are read, and beyond a limit it is said how many are not', async () => {
  const count = 10_002;
  const lines = Array.from(
    { length: count },
    (_, index) => `From a@b Fri May  1 10:00:00 2020\nSubject: ${index}\n\nx\n`,
  );
  const { markdown, warnings } = await parse(lines.join('\n'), MBOX);
  assert.equal(markdown.match(/^## Message /gm)?.length, 10_000);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [['files_omitted', `Only the first 10000 of ${count} messages were read.`]],
  );
});

test('a mailbox in an archive is read as such', async () => {
  const archive = makeZip({ Inbox: message('A', 'One') + message('B', 'Two') });
  assert.match(await markdownOf(archive, { mediaType: 'application/zip' }), /#### Message 2\n\n##### B\n/);
});

test('mailboxes are recognized by their first message', () => {
  const sniff = (text: string, filename: string | null): string =>
    sniffMediaType(Buffer.from(text), { filename, declared: null });
  for (const name of ['a.mbox', 'Inbox', 'a.txt', null])
    assert.equal(sniff(message('A', 'x'), name), 'application/mbox');
  assert.equal(sniff('From a Fri May  1 10:00:00 2020\nSubject: x\n\nx', 'a.mbox'), 'application/mbox');
  assert.equal(sniff('From here on\nall is text', 'a.mbox'), 'text/plain');
  assert.equal(sniff(message('A', 'x'), 'a.patch'), 'text/x-diff');
});
