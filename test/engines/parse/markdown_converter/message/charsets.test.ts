/** Texts of messages whose charset is not said, or said wrongly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { makeSigned } from '../../../../support/documents/cms.ts';
import { parse } from '../../../../support/documents/parse.ts';

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
