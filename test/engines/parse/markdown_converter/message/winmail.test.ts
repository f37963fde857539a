import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffMediaType } from '../../../../../platform/media-type/index.ts';
import { makeTnef } from '../../../../support/documents/tnef.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';

const EML = { mediaType: 'message/rfc822' };
const TNEF = { mediaType: 'application/ms-tnef' };
const CYRILLIC = Buffer.from([0xcf, 0xf0, 0xe8, 0xeb, 0xe8, 0xe2]);
const TABLE = { name: 'T.CSV', bytes: Buffer.from('a,b\n1,2\n'), properties: { 0x3707: 'tides of may.csv' } };
const SHOWN_TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |';

const rtf = (words: string): Uint8Array => Buffer.concat([Buffer.alloc(16), Buffer.from(`{\\rtf1 ${words}}\r\n\0`)]);

function mail(text: string, ...files: readonly Uint8Array[]): string {
  const parts = files.map(
    (bytes) =>
      'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n' +
      `${Buffer.from(bytes).toString('base64')}\r\n`,
  );
  const bodies = [`Content-Type: text/plain\r\n\r\n${text}\r\n`, ...parts].map((part) => `--b\r\n${part}`).join('');
  return `From: a@b.org\r\nSubject: Tides\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${bodies}--b--\r\n`;
}

const bodyOf = async (source: string): Promise<string> => {
  const { markdown, warnings } = await parse(source, EML);
  assert.deepEqual(warnings, []);
  return markdown.replace('# Tides\n\n**From:** a@b.org\n\n', '').trimEnd();
};

test('text and attachments inside the file are those of the message', async () => {
  const source = mail('', makeTnef({ text: CYRILLIC, attachments: [TABLE] }));
  assert.equal(await bodyOf(source), `Прилив\n\n## Attachment: tides of may.csv\n\n${SHOWN_TABLE}`);
});

test('of a text that the message has too, the version with formats is read', async () => {
  const words = 'The gate is shut at noon.';
  const formatted = makeTnef({ properties: { 0x1009: rtf('The gate is {\\b shut} at noon.\\par Ada') } });
  assert.equal(await bodyOf(mail(words, formatted)), 'The gate is **shut** at noon.\n\nAda');
  const html = makeTnef({ properties: { 0x1013: Buffer.from('<p>The gate is <i>shut</i> at noon.</p>') } });
  assert.equal(await bodyOf(mail(words, html)), 'The gate is *shut* at noon.');
});

test('another text stays in the file, as a section', async () => {
  const tnef = makeTnef({ properties: { 0x0037: 'Inner', 0x1000: 'Shut at noon' } });
  const body = await bodyOf(mail('List: unsubscribe at example.org', tnef));
  assert.equal(body, 'List: unsubscribe at example.org\n\n## Attachment: winmail.dat\n\n### Inner\n\nShut at noon');
});

test('a file without text gives its attachments to the message; those inside an attached message are below it', async () => {
  const inner = makeTnef({ properties: { 0x0037: 'Inner', 0x1000: 'Deep' }, attachments: [TABLE] });
  const attached = {
    name: 'Inner',
    bytes: Buffer.alloc(0),
    properties: { 0x3701: Buffer.concat([Buffer.alloc(16), inner]) },
  };
  assert.equal(
    await bodyOf(mail('Hello', makeTnef({ attachments: [TABLE, attached] }))),
    `Hello\n\n## Attachment: tides of may.csv\n\n${SHOWN_TABLE}\n\n## Attachment: Inner\n\n### Inner\n\nDeep\n\n` +
      `#### Attachment: tides of may.csv\n\n${SHOWN_TABLE}`,
  );
});

test('a file by itself has its own headers', async () => {
  const source = makeTnef({
    subject: 'Tides',
    text: Buffer.from('Hello'),
    properties: { 0x0c1a: 'Ada', 0x5d01: 'ada@example.org', 0x0039: new Date(Date.UTC(2020, 4, 1)) },
    recipients: [
      { 0x3001: 'Bob', 0x39fe: 'bob@example.org' },
      { 0x3001: 'Cy', 0x0c15: 2 },
    ],
  });
  assert.equal(sniffMediaType(source, { filename: 'winmail.dat', declared: null }), 'application/ms-tnef');
  assert.equal(
    await markdownOf(source, TNEF),
    '# Tides\n\n**From:** "Ada" <ada@example.org>  \n**To:** "Bob" <bob@example.org>  \n**Cc:** Cy  \n' +
      '**Date:** 2020-05-01T00:00:00.000Z\n\nHello',
  );
});

test('a damaged file is named, and does no harm to the message', async () => {
  const damaged = makeTnef({ properties: { 0x1000: 'Hello' } }).subarray(0, -10);
  await assertFails(parse(damaged, TNEF), 'corrupt');
  const { markdown, warnings } = await parse(mail('Outer', damaged), EML);
  assert.match(markdown, /Outer\n\n## Attachment: winmail\.dat\n$/);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_corrupt'],
  );
});

test('appointments, tasks and contacts have their facts below the head', async () => {
  const [start, never] = [new Date('2026-05-01T10:00:00Z'), new Date('4501-01-01T00:00:00Z')];
  const facts = makeTnef({
    properties: { 0x0037: 'Ada Byron', 0x3001: 'Ada Byron', 0x3a16: 'Engines Ltd', 0x3a42: new Date('1815-12-10') },
    named: [
      { set: 0x00062002, name: 0x820d, value: start },
      { set: 0x00062002, name: 0x820e, value: never },
      { set: 0x00062002, name: 0x8208, value: 'Room 2' },
      { set: 0x00062003, name: 0x8105, value: start },
      { set: 0x00062003, name: 0x8101, value: 1 },
      { set: 0x00062002, name: 0x8105, value: 'of another set' },
    ],
  });
  assert.equal(
    await markdownOf(facts, TNEF),
    '# Ada Byron\n\n**Start:** 2026-05-01T10:00:00.000Z  \n**Where:** Room 2  \n**Company:** Engines Ltd  \n' +
      '**Due:** 2026-05-01  \n**Birthday:** 1815-12-10  \n**Status:** In progress',
  );
});
