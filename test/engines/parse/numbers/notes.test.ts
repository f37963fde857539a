/** A note beside a number, or an exponent, never becomes a digit of it, however a format raises text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeDoc, property } from '../../../support/documents/doc.ts';
import { makeDocx } from '../../../support/documents/docx.ts';
import { makeOdf } from '../../../support/documents/odf.ts';
import { DOCX, markdownOf, XLSX } from '../../../support/documents/parse.ts';
import { makeXlsx, rows } from '../../../support/documents/xlsx.ts';

const NOTED = '1,250<sup>1</sup>';

describe('a note beside a number', () => {
  test('of Word', async () => {
    const docx = (look: string, styles = ''): Promise<string> =>
      markdownOf(
        makeDocx(`<w:p><w:r><w:t>1,250</w:t></w:r><w:r><w:rPr>${look}</w:rPr><w:t>1</w:t></w:r></w:p>`, { styles }),
        { mediaType: DOCX },
      );
    const raised = '<w:style w:type="character" w:styleId="N"><w:rPr><w:position w:val="8"/></w:rPr></w:style>';
    assert.equal(await docx('<w:vertAlign w:val="superscript"/>'), NOTED);
    assert.equal(await docx('<w:position w:val="6"/>'), NOTED);
    assert.equal(await docx('<w:rStyle w:val="N"/>', raised), NOTED);
    assert.equal(await docx('<w:position w:val="-6"/>'), '1,250<sub>1</sub>');
    assert.equal(await docx('<w:position w:val="2"/>'), '1,2501');
  });

  test('of old Word', async () => {
    const looks = [property(0x2a48, 1), property(0x4845, 6, 0)];
    for (const characters of looks) {
      const doc = makeDoc([
        { text: '1,250', mark: '' },
        { text: '1', characters },
      ]);
      assert.equal(await markdownOf(doc, { mediaType: 'application/msword' }), NOTED);
    }
  });

  test('of RTF', async () => {
    const rtf = (note: string): Promise<string> =>
      markdownOf(`{\\rtf1\\ansi 1,250{${note}}}`, { mediaType: 'application/rtf' });
    for (const note of ['\\super 1', '\\up 1', '\\up8 1']) assert.equal(await rtf(note), NOTED);
    assert.equal(await rtf('\\dn8 1'), '1,250<sub>1</sub>');
    assert.equal(await rtf('\\up8\\up0 1'), '1,2501');
  });

  test('of web pages and messages', async () => {
    const notes = ['<sup>1</sup>', '<span style="font-size:8pt; vertical-align: super">1</span>'];
    for (const note of notes) assert.equal(await markdownOf(`<p>1,250${note}`, { mediaType: 'text/html' }), NOTED);
    assert.equal(
      await markdownOf('<p>10<sup>8</sup> of <span style="vertical-align:middle">9</span>', { mediaType: 'text/html' }),
      '10<sup>8</sup> of 9',
    );
    const message = `Subject: Sums\r\nContent-Type: text/html\r\n\r\n<p>1,250${notes[1]}</p>`;
    assert.ok((await markdownOf(message, { mediaType: 'message/rfc822' })).endsWith(NOTED));
  });

  test('of OpenDocument', async () => {
    for (const position of ['super 58%', '33% 80%']) {
      const automatic = `<style:style style:name="N" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`;
      const content = '<text:p>1,250<text:span text:style-name="N">1</text:span></text:p>';
      const mediaType = 'application/vnd.oasis.opendocument.text';
      assert.equal(await markdownOf(makeOdf('text', content, { automatic }), { mediaType }), NOTED);
    }
  });

  test('of workbooks', async () => {
    const text = '<is><r><t>1,250</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is>';
    const content = rows([`<c t="inlineStr">${text}</c>`]);
    assert.equal(await markdownOf(makeXlsx([{ content }]), { mediaType: XLSX }), `## Sheet1\n\n${NOTED}`);
  });

  test('in Unicode', async () => {
    for (const note of ['1,250¹', '10⁸', 'H₂O', '½']) {
      assert.equal(await markdownOf(`<p>${note}`, { mediaType: 'text/html' }), note);
    }
  });
});
