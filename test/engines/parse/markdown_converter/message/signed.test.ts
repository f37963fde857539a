import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffMediaType } from '../../../../../platform/media-type/index.ts';
import { contentInfo, element, ENVELOPED_DATA, makeSigned } from '../../../../support/documents/cms.ts';
import { makeCompoundFile } from '../../../../support/documents/compound-file.ts';
import { makePdf } from '../../../../support/documents/pdf.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';

const EML = { mediaType: 'message/rfc822' };
const HEAD = 'From: a@b.org\r\nSubject: Offer\r\nMIME-Version: 1.0\r\n';
const TEXT = 'Content-Type: text/plain; charset=utf-8\r\n\r\nTwelve seals.\r\n';
const SHOWN = '# Offer\n\n**From:** a@b.org\n\nTwelve seals.\n';
const VERIFIED = { signature: 'S/MIME, not verified' };
const ENVELOPED = contentInfo(ENVELOPED_DATA, element(0x30));

const opaque = (cms: Buffer, type = 'signed-data'): string =>
  `${HEAD}Content-Type: application/pkcs7-mime; smime-type=${type}; name=smime.p7m\r\n` +
  `Content-Disposition: attachment; filename=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
  `${cms.toString('base64')}\r\n`;
const mixed = (...parts: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const file = (name: string, bytes: Uint8Array, type = 'application/octet-stream'): string =>
  `Content-Type: ${type}; name=${name}\r\nContent-Disposition: attachment; filename=${name}\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;

test('a message inside its signature is read as if it were not signed', async () => {
  for (const streamed of [false, true]) {
    const { markdown, warnings, properties } = await parse(opaque(makeSigned(TEXT, { streamed })), EML);
    assert.deepEqual([markdown, warnings, properties], [SHOWN, [], VERIFIED]);
  }
  const inner = mixed(TEXT, file('t.csv', Buffer.from('a,b\n1,2\n')));
  const markdown = await markdownOf(opaque(makeSigned(inner)), EML);
  assert.match(markdown, /Twelve seals\.\n\n## Attachment: t\.csv\n\n\| a \| b \|/);
});

test('signed twice is read, signed and encrypted is not', async () => {
  const once = opaque(makeSigned(TEXT)).slice(HEAD.length);
  assert.equal((await parse(opaque(makeSigned(once)), EML)).markdown, SHOWN);
  await assertFails(parse(opaque(makeSigned(opaque(ENVELOPED).slice(HEAD.length))), EML), 'encrypted');
  await assertFails(parse(opaque(ENVELOPED, 'unknown'), EML), 'encrypted');
});

test('a signature beside the text is no skipped file', async () => {
  for (const [type, bytes, signature] of [
    ['application/pkcs7-signature', makeSigned(null), 'S/MIME, not verified'],
    ['application/pgp-signature', Buffer.from('-----BEGIN PGP SIGNATURE-----'), 'PGP, not verified'],
  ] as const) {
    const source = `${HEAD}${mixed(TEXT, file('signature', bytes, type))}`;
    const { markdown, warnings, properties } = await parse(source, EML);
    assert.deepEqual([markdown, warnings, properties], [SHOWN, [], { signature }]);
  }
});

test('a signature that cannot be read is named like other files, and does no harm to the message', async () => {
  for (const bytes of [makeSigned(null).subarray(0, -4), Buffer.from([1, 2, 3, 0]), ENVELOPED]) {
    const source = `${HEAD}${mixed(TEXT, file('smime.p7s', bytes, 'application/pkcs7-signature'))}`;
    const { markdown, warnings, properties } = await parse(source, EML);
    assert.equal(markdown, `${SHOWN}\n## Attachment: smime.p7s\n`);
    assert.deepEqual([warnings.length, properties], [1, {}]);
  }
});

test('a signed file is read, an encrypted one is named', async () => {
  const pdf = makeSigned(makePdf([{ text: [{ x: 72, y: 700, text: 'Twelve seals' }] }]));
  const invoice = makeSigned('<?xml version="1.0"?><a>1</a>');
  const source = `${HEAD}${mixed(TEXT, file('a.pdf.p7m', pdf), file('b.xml.p7m', invoice), file('c.p7m', ENVELOPED))}`;
  const { markdown, warnings } = await parse(source, EML);
  assert.match(markdown, /## Attachment: a\.pdf\.p7m\n\nTwelve seals\n\n## Attachment: b\.xml\.p7m\n\n```xml\n/);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [['nested_encrypted', 'A nested file was skipped: c.p7m. The message is encrypted.']],
  );
});

test('signed files are recognized by their bytes, also as text', async () => {
  const signed = makeSigned('Subject: x\r\nFrom: a@b.org\r\nDate: x\r\n\r\nTwelve seals');
  const armor = `-----BEGIN PKCS7-----\n${signed.toString('base64')}\n-----END PKCS7-----\n`;
  for (const bytes of [signed, Buffer.from(armor), Buffer.from(makeSigned(TEXT.repeat(9)).toString('base64'))]) {
    const mediaType = sniffMediaType(bytes, { filename: 'a', declared: null });
    assert.equal(mediaType, 'application/pkcs7-mime');
    assert.match(await markdownOf(bytes, { mediaType }), /Twelve seals/);
  }
});

test('a signature alone is empty, a damaged file corrupt', async () => {
  const CMS = { mediaType: 'application/pkcs7-mime' };
  await assertFails(parse(makeSigned(null), CMS), 'empty');
  await assertFails(parse(makeSigned(TEXT).subarray(0, 60), CMS), 'corrupt');
  await assertFails(parse(Buffer.concat(Array(1000).fill(Buffer.from([0x30, 0x80]))), CMS), 'corrupt');
});

test('an Outlook message that is signed is read like others', async () => {
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const attached = (bytes: Uint8Array, type: string): Buffer =>
    makeCompoundFile({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_0037001F': wide('Offer'),
      '__attach_version1.0_#00000000': {
        '__properties_version1.0': Buffer.alloc(8),
        '__substg1.0_3707001F': wide('smime.p7m'),
        '__substg1.0_370E001F': wide(type),
        '__substg1.0_37010102': Buffer.from(bytes),
      },
    });
  const MSG = { mediaType: 'application/vnd.ms-outlook' };
  const clear =
    `Content-Type: multipart/signed; boundary=c\r\n\r\n--c\r\n${TEXT}\r\n--c\r\n` +
    `${file('smime.p7s', makeSigned(null), 'application/pkcs7-signature')}\r\n--c--\r\n`;
  for (const source of [
    attached(makeSigned(TEXT), 'application/pkcs7-mime'),
    attached(Buffer.from(clear), 'multipart/signed'),
  ]) {
    const { markdown, warnings, properties } = await parse(source, MSG);
    assert.deepEqual([markdown, warnings, properties], ['# Offer\n\nTwelve seals.\n', [], VERIFIED]);
  }
});
