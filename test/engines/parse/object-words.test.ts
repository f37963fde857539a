/** Words of a document that are names of members of every JavaScript object are words like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffMediaType } from '../../../platform/media-type/index.ts';
import { markdownOf } from '../../support/documents/parse.ts';

const WORDS = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

const TEXTS: readonly [mediaType: string, text: (word: string) => string][] = [
  ['text/x-org', (word) => `The \\${word} stays\n`],
  ['text/x-typst', (word) => `The #${word}[note] stays\n`],
  ['text/x-latex', (word) => `\\begin{document}\\begin{${word}}note\\end{${word}} stays\\end{document}\n`],
  ['text/x-latex', (word) => `\\usepackage[${word}]{babel}\\begin{document}\\${word}{note} stays\\end{document}\n`],
  ['text/x-rst', (word) => `The :${word}:\`note\` stays\n\n.. ${word}:: note\n`],
  ['text/html', (word) => `<${word}>note</${word}> stays <math><mover><mi>x</mi><mo>${word}</mo></mover></math>`],
  ['application/xml', (word) => `<article><title>note</title><${word}>stays</${word}></article>`],
  ['application/json', (word) => JSON.stringify({ [word]: 'stays' })],
  ['text/csv', (word) => `${word},note\nstays,1\n`],
  ['message/rfc822', (word) => `From: a@b.example\nSubject: note\n${word}: x\n\nstays ${word}\n`],
  [
    'text/calendar',
    (word) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:stays\n${word}:note\nEND:VEVENT\nEND:VCALENDAR\n`,
  ],
];

for (const [mediaType, text] of TEXTS) {
  test(`${mediaType}: ${text('word').slice(0, 30).trim()}…`, async () => {
    for (const word of WORDS) {
      const markdown = await markdownOf(text(word), { mediaType });
      assert.match(markdown, /stays/, word);
      assert.doesNotMatch(markdown, /\[native code\]|\[object Object\]|undefined/, word);
    }
  });
}

test('endings of file names', () => {
  for (const word of WORDS) {
    for (const bytes of [Buffer.from('text'), Buffer.from('PK\u0005\u0006'.padEnd(22, '\0')), Buffer.from('<a/>')]) {
      assert.equal(typeof sniffMediaType(bytes, { filename: `file.${word}`, declared: null }), 'string', word);
    }
  }
});
