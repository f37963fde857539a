/** Texts of messages whose charset is not said, or said wrongly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { makeSigned } from '../../../../support/documents/cms.ts';
import { makeCompoundFile, type Storage } from '../../../../support/documents/compound-file.ts';
import { uint16, uint32 } from '../../../../support/documents/doc.ts';
import { markdownOf, parse } from '../../../../support/documents/parse.ts';

const EML = { mediaType: 'message/rfc822' };
const RUSSIAN = 'Добрый день! Договор аренды мельницы подписан, оригинал отправлен почтой в понедельник.';

function message(head: string, body: Uint8Array, transfer = '8bit'): Uint8Array {
  const content = transfer === 'base64' ? Buffer.from(Buffer.from(body).toString('base64')) : body;
  const headers = `Subject: Letter\r\n${head}Content-Transfer-Encoding: ${transfer}\r\n\r\n`;
  return Buffer.concat([Buffer.from(headers), content]);
}

test('a text without a charset is read in the one that its letters suggest', async () => {
  for (const charset of ['utf-8', 'windows-1251', 'koi8-r', 'cp866']) {
    for (const transfer of ['8bit', 'base64']) {
      const mail = message('Content-Type: text/plain\r\n', iconv.encode(RUSSIAN, charset), transfer);
      const { markdown, warnings } = await parse(mail, EML);
      assert.deepEqual([markdown.split('\n\n').at(-1)?.trim(), warnings], [RUSSIAN, []], `${charset} ${transfer}`);
    }
  }
});

test('a charset that the bytes contradict is ignored, one of DOS is known', async () => {
  const wrong = message('Content-Type: text/plain; charset=us-ascii\r\n', Buffer.from(RUSSIAN), 'base64');
  assert.match((await parse(wrong, EML)).markdown, /Добрый день/);
  const dos = message('Content-Type: text/html; charset=cp850\r\n', iconv.encode('<p>Mühle, 5 £</p>', 'cp850'));
  assert.match((await parse(dos, EML)).markdown, /Mühle, 5 £/);
});

test('a text that leaves doubts has a warning', async () => {
  const mail = message('Content-Type: text/plain\r\n', Buffer.from([0x61, 0x20, 0xc8, 0x20, 0x62]));
  const { warnings } = await parse(mail, EML);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['charset_guessed'],
  );
});

test('the charset of an attached text is that of its part', async () => {
  const table = iconv.encode('Имя;Сумма\r\nИвана;5\r\n', 'iso-8859-5');
  const part =
    'Content-Type: text/csv; charset=iso-8859-5; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n' +
    `Content-Transfer-Encoding: base64\r\n\r\n${table.toString('base64')}\r\n`;
  const mail = `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\n${part}--b--\r\n`;
  assert.match(
    (await parse(Buffer.from(mail), EML)).markdown,
    /\| Имя \| Сумма \|\n\| --- \| --- \|\n\| Ивана \| 5 \|/,
  );
});

test('raw letters of headers are in the charset of the text, of an encoded word, or in that which they suggest', async () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const headOf = async (mail: Uint8Array): Promise<string[]> => {
    const { markdown, warnings } = await parse(mail, EML);
    assert.deepEqual(warnings, []);
    return markdown.split('\n\n').slice(0, 2);
  };
  const lines = 'Subject: Die Mühle läuft\r\nTo: "Jörg Grün" <j@b.org>\r\n';
  const head = ['# Die Mühle läuft', '**To:** "Jörg Grün" <j@b.org>'];
  const declared = `${lines}Content-Type: text/plain; charset=iso-8859-1\r\n\r\nHello`;
  assert.deepEqual(await headOf(latin(declared)), head);
  assert.deepEqual(await headOf(Buffer.from(declared)), head);
  const word = 'Subject: =?iso-8859-1?Q?Die_Mühle_l=E4uft?=\r\nTo: "=?koi8-r?Q?Ö?= Jörg" <j@b.org>\r\n';
  assert.deepEqual(await headOf(latin(`${word}Content-Type: text/plain; charset=iso-8859-1\r\n\r\nHello`)), [
    '# Die Mühle läuft',
    '**To:** "ж Jörg" <j@b.org>',
  ]);
  const russian = iconv.encode(`Subject: Аренда\r\n\r\n${RUSSIAN}`, 'koi8-r');
  assert.deepEqual(await headOf(russian), ['# Аренда', RUSSIAN + '\n']);
});

test('the name of an attached file may have raw letters, the text beside it keeps its own', async () => {
  const part =
    'Content-Type: text/csv; name="Flüsse.csv"\r\nContent-Disposition: attachment;\r\n filename="Flüsse.csv"\r\n\r\na,b\r\n1,2\r\n';
  const text = 'Content-Type: text/plain; charset=iso-8859-2\r\n\r\n-----Original-----\r\nSubject: ¶roda\r\n';
  const mail = `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${text}--b\r\n${part}--b--\r\n`;
  const { markdown } = await parse(Buffer.from(mail, 'latin1'), EML);
  assert.match(markdown, /Subject: środa\n\n## Attachment: Flüsse\.csv\n/);
});

test('raw letters of headers that leave doubts have one warning', async () => {
  for (const body of ['Hello', 'a \xc8 b']) {
    const mail = Buffer.from(`Subject: a \xc8 b\r\n\r\n${body}`, 'latin1');
    const codes = (await parse(mail, EML)).warnings.map(({ code }) => code);
    assert.deepEqual(codes, ['charset_guessed'], body);
  }
});

const MSG = { mediaType: 'application/vnd.ms-outlook' };
const [MESSAGE_PAGE, INTERNET_PAGE, LOCALE] = [0x3ffd, 0x3fde, 0x3ff1];

/** Its short values are numbers. */
function outlook(numbers: readonly (readonly [id: number, value: number])[], streams: Storage): Buffer {
  const table = numbers.map(([id, value]) =>
    Buffer.concat([uint16(3), uint16(id), uint32(0), uint32(value), uint32(0)]),
  );
  return makeCompoundFile({ '__properties_version1.0': Buffer.concat([Buffer.alloc(32), ...table]), ...streams });
}

test('8-bit texts of Outlook are in the code page of the message or of its locale, the HTML in that of the mail', async () => {
  const cases = [
    [
      [
        [MESSAGE_PAGE, 1251],
        [INTERNET_PAGE, 65001],
        [LOCALE, 1031],
      ],
      'Мельница',
      'windows-1251',
      'utf-8',
    ],
    [
      [
        [INTERNET_PAGE, 65001],
        [LOCALE, 1031],
      ],
      'Mühle',
      'windows-1252',
      'utf-8',
    ],
    [
      [
        [INTERNET_PAGE, 28605],
        [LOCALE, 1049],
      ],
      'Мельница',
      'windows-1251',
      'windows-1252',
    ],
    [
      [
        [INTERNET_PAGE, 1252],
        [LOCALE, 0x0c1a],
      ],
      'Млин',
      'windows-1251',
      'windows-1252',
    ],
    [
      [
        [INTERNET_PAGE, 1252],
        [LOCALE, 0x0804],
      ],
      '磨坊',
      'gbk',
      'windows-1252',
    ],
    [[[INTERNET_PAGE, 1251]], 'Мельница', 'windows-1251', 'windows-1251'],
    [[], 'Mühle', 'windows-1252', 'windows-1252'],
  ] as const;
  for (const [numbers, subject, text, page] of cases) {
    const words = page === 'windows-1251' ? 'Мука' : 'Mühlen';
    for (const type of ['001E', '0102']) {
      const source = outlook(numbers, {
        '__substg1.0_0037001E': iconv.encode(subject, text),
        [`__substg1.0_1013${type}`]: iconv.encode(`<p>${words}</p>`, page),
      });
      assert.equal(await markdownOf(source, MSG), `# ${subject}\n\n${words}`, `${subject} ${page} ${type}`);
    }
  }
});

test('options.charset is taken for the texts of a message, also of a signed one', async () => {
  const options = { ...DEFAULT_PARSE_OPTIONS, charset: 'cp866' };
  for (const type of ['plain', 'html']) {
    const head = `Content-Type: text/${type}; charset=windows-1251\r\n`;
    const mail = message(head, iconv.encode(RUSSIAN, 'cp866'));
    const signed = message('Content-Type: application/pkcs7-mime\r\n', makeSigned(Buffer.from(mail)), 'base64');
    for (const source of [mail, signed]) {
      const { markdown } = await parse(source, { ...EML, options });
      assert.equal(markdown, `# Letter\n\n${RUSSIAN}\n`);
    }
  }
});
