import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCompoundFile, type Storage } from '../../../../support/documents/compound-file.ts';
import { PNG } from '../../../../support/documents/pictures.ts';
import { assertFails, markdownOf, parse } from '../../../../support/documents/parse.ts';

const EML = { mediaType: 'message/rfc822' };
const MSG = { mediaType: 'application/vnd.ms-outlook' };
const HEAD = 'From: Ada <ada@example.org>\r\nTo: "B, Bob" <bob@example.org>, c@example.org\r\nSubject: Tides\r\n';

test('headers are above the text', async () => {
  const source = `${HEAD}Date: Fri, 1 May 2020 10:00:00 +0200\r\n\r\nHello\r\n> quoted\r\n# no heading\r\n---\r\n`;
  const { markdown, title, createdAt } = await parse(source, EML);
  assert.equal(
    markdown,
    '# Tides\n\n**From:** "Ada" <ada@example.org>  \n**To:** "B, Bob" <bob@example.org>, c@example.org  \n' +
      '**Date:** Fri, 1 May 2020 10:00:00 +0200\n\nHello\n> quoted\n\\# no heading\n\\---\n',
  );
  assert.deepEqual([title, createdAt], ['Tides', '2020-05-01T08:00:00.000Z']);
});

test('encoded words, charsets and transfer encodings are decoded', async () => {
  const source =
    'From: =?utf-8?B?w4FkYQ==?= <a@b.org>\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\nMIME-Version: 1.0\r\n' +
    'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: ' +
    'quoted-printable\r\n\r\nsch=F6n=\r\ner\r\n';
  assert.equal(await markdownOf(source, EML), '# Grüße\n\n**From:** "Áda" <a@b.org>\n\nschöner');
});

test('the bytes of a part in eight bits show that it is UTF-8, whatever it declares', async () => {
  const part = (encoding: string, text: string) =>
    `Content-Type: text/plain;\r\n charset="GB2312"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`;
  assert.match(await markdownOf(`${HEAD}MIME-Version: 1.0\r\n${part('8bit', '潮汐')}\r\n`, EML), /\n潮汐$/);
  const encoded = part('base64', 'xOO6ww==');
  const markdown = await markdownOf(multipart(part('8bit', '潮汐'), encoded), EML);
  assert.match(markdown, /\n潮汐\n+你好$/);
  const body = 'Content-Type: text/plain; charset=gb2312\r\nContent-Transfer-Encoding: 8bit';
  assert.match(await markdownOf(multipart(part('8bit', `潮汐\r\n\r\n${body}`)), EML), /charset=gb2312/);
  const chinese = Buffer.concat([
    Buffer.from(`${HEAD}MIME-Version: 1.0\r\n${part('8bit', '')}`),
    Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
  ]);
  assert.match(await markdownOf(chinese, EML), /\n你好$/);
});

test('attachments in uuencode are decoded', async () => {
  const lines = 'begin 644 t.csv\r\n\'82QB"C$L,@``\r\n`\r\nend\r\n';
  const head = 'Content-Type: text/csv; name=t.csv\r\nContent-Transfer-Encoding: x-uuencode';
  const source = multipart(`${head}\r\nContent-Disposition: attachment; filename=t.csv\r\n\r\n${lines}`);
  assert.match(await markdownOf(source, EML), /## Attachment: t\.csv\n\n\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|$/);
});

test('all recipients are named; names and addresses are no markup', async () => {
  const source =
    'From: "A \\"*x*\\" <b>" <a@b.org>\r\nCc: x@y.org\r\nBcc: <javascript:alert(1)>, Bob\r\nSubject: S\r\n\r\nHi\r\n';
  const { markdown, authors } = await parse(source, EML);
  assert.equal(
    markdown,
    '# S\n\n**From:** "A \\\\"\\*x\\*\\\\" &lt;b>" <a@b.org>  \n**Cc:** x@y.org  \n**Bcc:** ' +
      'javascript:alert(1), Bob\n\nHi\n',
  );
  assert.deepEqual(authors, ['"A \\"*x*\\" <b>" <a@b.org>']);
});

test('a message saved as UTF-16 is read like others', async () => {
  const expected = await markdownOf(`${HEAD}\r\nHello`, EML);
  assert.match(expected, /^# Tides\n[\s\S]*Hello$/);
  assert.equal(await markdownOf(wide(`\ufeff${HEAD}\r\nHello`), EML), expected);
  assert.equal(await markdownOf(wide(`${HEAD}\r\nHello`).swap16(), EML), expected);
});

function multipart(...parts: readonly string[]): string {
  const bodies = parts.map((part) => `--b\r\n${part}\r\n`).join('');
  return `${HEAD}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${bodies}--b--\r\n`;
}

test('HTML is preferred; its images are inline, other attachments follow as sections', async () => {
  const source = multipart(
    'Content-Type: text/html\r\n\r\n<h1>Title</h1><p>See <img src="cid:dot" alt="dot"></p>',
    `Content-Type: image/png; name=d.png\r\nContent-ID: <dot>\r\nContent-Disposition: ` +
      `inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG.toString('base64')}`,
    'Content-Type: application/octet-stream; name=t.csv\r\nContent-Disposition: attachment; ' +
      'filename=t.csv\r\n\r\na,b\r\n1,2\r\n',
    'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=x.bin\r\n\r\n\x01\x02\x03\x04',
  );
  const { markdown, images, warnings } = await parse(source, EML);
  const [, body] = markdown.split('c@example.org\n\n');
  assert.equal(
    body,
    '## Title\n\nSee ![dot](images/d.png)\n\n## Attachment: t.csv\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n## ' +
      'Attachment: x.bin\n',
  );
  assert.deepEqual(
    images.map(({ name }) => name),
    ['d.png'],
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_unsupported_type'],
  );
});

test('a picture that cannot be shown in the text is named like other attachments', async () => {
  const source = multipart(
    'Content-Type: text/html\r\n\r\n<p>See <img src="cid:scan" alt="the scan"></p>',
    'Content-Type: image/tiff; name=scan.tif\r\nContent-ID: <scan>\r\n\r\nII*\x00',
  );
  const { markdown, warnings } = await parse(source, EML);
  assert.match(markdown, /See the scan\n\n## Attachment: scan\.tif\n$/);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [
      [
        'nested_unsupported_type',
        'A nested file was skipped: scan.tif. The markdown converter does not read image/tiff.',
      ],
    ],
  );
});

test('text is read although its boundary is missing or another; empty attachments are named', async () => {
  const head = `${HEAD}MIME-Version: 1.0\r\n`;
  for (const type of ['multipart/mixed', 'multipart/alternative; boundary=other']) {
    assert.match(await markdownOf(`${head}Content-Type: ${type}\r\n\r\nHello\r\n`, EML), /\n\nHello$/);
  }
  const source = multipart('Content-Type: text/plain\r\n\r\nHello', 'Content-Type: text/csv; name=t.csv\r\n\r\n');
  const { markdown, warnings } = await parse(source, EML);
  assert.match(markdown, /Hello\n\n## Attachment: t\.csv\n$/);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_empty'],
  );
});

test('several authors are named', async () => {
  const { markdown, authors } = await parse('From: Ada <a@b.org>, c@d.org\r\nSender: x@y.org\r\n\r\nHi\r\n', EML);
  assert.equal(markdown, '**From:** "Ada" <a@b.org>, c@d.org  \n**Sender:** x@y.org\n\nHi\n');
  assert.deepEqual(authors, ['"Ada" <a@b.org>', 'c@d.org']);
  assert.equal(await markdownOf('Sender: x@y.org\r\n\r\nHi\r\n', EML), '**From:** x@y.org\n\nHi');
});

test('an attached message is a section with headings below its own', async () => {
  const inner = `Content-Type: message/rfc822\r\n\r\nFrom: x@y.org\r\nSubject: Inner\r\n\r\nDeep\r\n`;
  const markdown = await markdownOf(multipart('Content-Type: text/plain\r\n\r\nOuter', inner), EML);
  assert.match(markdown, /Outer\n\n## Attachment: message-1\.eml\n\n### Inner\n\n\*\*From:\*\* x@y\.org\n\nDeep$/);
});

test('endlessly nested messages are cut off', async () => {
  let source = 'From: x@y.org\r\nSubject: End\r\n\r\nBottom\r\n';
  for (let depth = 0; depth < 20; depth++) {
    source =
      `From: x@y.org\r\nSubject: ${depth}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; ` +
      `boundary=b${depth}\r\n\r\n--b${depth}\r\nContent-Type: ` +
      `message/rfc822\r\n\r\n${source}\r\n--b${depth}--\r\n`;
  }
  const { markdown, warnings } = await parse(source, EML);
  assert.doesNotMatch(markdown, /Bottom/);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['nested_too_large'],
  );
});

test('of many attachments that cannot be read, the first are listed', async () => {
  const broken = 'Content-Type: application/pdf; name=a.pdf\r\n\r\n%PDF-1.7';
  const { warnings } = await parse(multipart(...Array.from({ length: 110 }, () => broken)), EML);
  assert.equal(warnings.length, 101);
  assert.equal(warnings.at(-1)?.message, 'There are 10 more warnings of this kind.');
});

test('too many headers are not taken for nesting', async () => {
  const header = 'X-A: a\r\n'.repeat(6000);
  const parts = Array.from({ length: 30 }, () => `${header}\r\na`);
  await assertFails(parse(multipart(...parts), EML), 'too_large');
  const nested = Array.from(
    { length: 60 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  await assertFails(parse(nested.join(''), EML), 'corrupt');
});

test('any number of lines and parts is read', async () => {
  const lines = `begin 644 a\n${'!A\n'.repeat(130_000)}`;
  assert.ok((await markdownOf(`${HEAD}\n${lines}end of it`, EML)).endsWith('!A\nend of it'));
  const head = `${HEAD}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n`;
  assert.ok((await markdownOf(`${head}${'--b\n\n'.repeat(130_000)}End`, EML)).endsWith('End'));
});

test('encrypted messages are reported', async () => {
  const source = `${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nMIAGCSqGSIb3\r\n`;
  await assertFails(parse(source, EML), 'encrypted');
});

function wide(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function msg(extra: Storage = {}): Buffer {
  return makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': wide('Tides'),
    '__substg1.0_0C1A001F': wide('Ada'),
    '__substg1.0_0C1F001F': wide('ada@example.org'),
    '__substg1.0_0E04001F': wide('Bob'),
    ...extra,
  });
}

test('Outlook messages are read like others', async () => {
  const attachment = {
    '__properties_version1.0': Buffer.alloc(8),
    '__substg1.0_3707001F': wide('t.csv'),
    '__substg1.0_37010102': Buffer.from('a,b\n1,2\n'),
  };
  const source = msg({ '__substg1.0_1000001F': wide('Hello'), '__attach_version1.0_#00000000': attachment });
  assert.equal(
    await markdownOf(source, MSG),
    '# Tides\n\n**From:** "Ada" <ada@example.org>  \n**To:** Bob\n\nHello\n\n## Attachment: t.csv\n\n| a | b ' +
      '|\n| --- | --- |\n| 1 | 2 |',
  );
});

test('the body of an Outlook message may be RTF, as long as there is no other', async () => {
  const header = Buffer.alloc(16);
  const rtf = Buffer.concat([header, Buffer.from('{\\rtf1 One {\\b two}\\par Three}')]);
  const head = '# Tides\n\n**From:** "Ada" <ada@example.org>  \n**To:** Bob';
  assert.equal(await markdownOf(msg({ '__substg1.0_10090102': rtf }), MSG), `${head}\n\nOne **two**\n\nThree`);
  const both = { '__substg1.0_10090102': rtf, '__substg1.0_1000001F': wide('Hello') };
  assert.equal(await markdownOf(msg(both), MSG), `${head}\n\nHello`);
  assert.equal(await markdownOf(msg({ '__substg1.0_10090102': Buffer.alloc(3) }), MSG), head);
});

test('an Outlook message inside another is a section', async () => {
  const inner = {
    '__properties_version1.0': Buffer.alloc(24),
    '__substg1.0_0037001F': wide('Inner'),
    '__substg1.0_1000001F': wide('Deep'),
  };
  const attachment = { '__substg1.0_3001001F': wide('Inner'), '__substg1.0_3701000D': inner };
  const markdown = await markdownOf(msg({ '__attach_version1.0_#00000000': attachment }), MSG);
  assert.match(markdown, /## Attachment: Inner\n\n### Inner\n\nDeep$/);
});

test('who sent a message for its author is named', async () => {
  const assistant = { '__substg1.0_0042001F': wide('Cy'), '__substg1.0_5D02001F': wide('cy@example.org') };
  assert.match(
    await markdownOf(msg(assistant), MSG),
    /\*\*From:\*\* "Cy" <cy@example\.org> {2}\n\*\*Sender:\*\* "Ada"/,
  );
  const same = { '__substg1.0_0042001F': wide('Ada'), '__substg1.0_0065001F': wide('/o=x/cn=ada') };
  assert.doesNotMatch(await markdownOf(msg(same), MSG), /Sender/);
});

test('of a file elsewhere the message says where it is, and of each attachment what it is', async () => {
  const type = 'Content-Type: message/external-body; access-type=';
  const source = multipart(
    'Content-Type: text/plain\r\n\r\nHello',
    `${type}URL;\r\n URL="https://example.org/\r\n a.pdf"; name=a.pdf\r\n\r\nContent-Type: application/pdf\r\n\r\n`,
    `${type}ANON-FTP; site=example.org; directory=pub; name=b.ps\r\n\r\nContent-Type: application/postscript\r\n\r\n`,
    'Content-Type: text/csv; name=t.csv\r\nContent-Description: =?utf-8?Q?H=C3=B6hen?=\r\n\r\na,b\r\n1,2',
    'Content-Type: text/csv; name=u.csv\r\nContent-Description: u.csv\r\n\r\na,b\r\n1,2',
  );
  const { markdown, warnings } = await parse(source, EML);
  assert.match(markdown, /## Attachment: a\.pdf\n\nhttps:\/\/example\.org\/a\.pdf\n/);
  assert.match(markdown, /## Attachment: b\.ps\n\nexample\.org \/ pub \/ b\.ps\n/);
  assert.match(markdown, /## Attachment: t\.csv \(Höhen\)\n\n\| a \|[\s\S]*## Attachment: u\.csv\n/);
  assert.deepEqual(warnings, []);
});

test('files in uuencode between lines of a text are attachments; lines that look like one are not', async () => {
  const lines = 'begin 644 t.csv\r\n\'82QB"C$L,@``\r\n`\r\nend\r\n';
  const text = `One\r\n${lines}begin 644 with courage\r\nand go on\r\nbegin 644 open\r\nTwo`;
  assert.equal(
    await markdownOf(`Subject: S\r\n\r\n${text}`, EML),
    '# S\n\nOne\nbegin 644 with courage\nand go on\nbegin 644 open\nTwo\n\n## Attachment: t.csv\n\n| a | b |\n' +
      '| --- | --- |\n| 1 | 2 |',
  );
});

test('warnings of a body as RTF are those of the message', async () => {
  const rtf = Buffer.concat([Buffer.alloc(16), Buffer.from('{\\rtf1 One {\\v two} {\\v three}}')]);
  const { warnings } = await parse(msg({ '__substg1.0_10090102': rtf }), MSG);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['hidden_omitted'],
  );
});

test('a plain version that says something else than the HTML is counted, a note beside it or another wrapping is not', async () => {
  const codesOf = async (plain: string, html: string): Promise<string[]> => {
    const parts = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
    const source = `Subject: Tides\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${parts}\r\n--b--\r\n`;
    const { markdown, warnings } = await parse(source, EML);
    assert.doesNotMatch(markdown, /plain/);
    return warnings.map(({ code, message }) => `${code}: ${message}`);
  };
  const omitted = 'objects_omitted: Parts of the message omitted: versions of the text with other words: 1.';
  const text = 'The gate is shut at noon, and the pump runs until the tide turns.';
  assert.deepEqual(await codesOf(`plain: ${text}`, '<p>Please see the text version.</p>'), [omitted]);
  assert.deepEqual(await codesOf('This plain note: no HTML here.', `<p>${text}</p>`), []);
  assert.deepEqual(await codesOf(text.replaceAll(' ', '\r\n> '), `<p>${text}</p>`), []);
  assert.deepEqual(await codesOf('水车在夜里\r\n磨面。', '<p>水车在夜里磨面。</p>'), []);
});
