/** Descriptions of shapes and tables, and values that controls show of other parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, paragraph } from '../../../../support/documents/docx.ts';
import { DOCX, parse } from '../../../../support/documents/parse.ts';

const markdownOf = async (body: string, parts = {}): Promise<string> =>
  (await parse(makeDocx(body, parts), { mediaType: DOCX })).markdown.trim();

const box = (attributes: string, words: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" ${attributes}/><a:graphic><a:graphicData><wps:wsp><wps:txbx>` +
  `<w:txbxContent>${paragraph(words)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline>` +
  '</w:drawing></w:r></w:p>';

test('a description stands before the object, unless it only repeats it', async () => {
  assert.equal(await markdownOf(box('descr="A warning"', 'Mind the tide')), 'A warning\n\nMind the tide');
  assert.equal(await markdownOf(box('descr="Text Box: Mind the tide"', 'Mind the tide')), 'Mind the tide');
  assert.equal(await markdownOf(box('descr="A box. Description automatically generated"', 'At noon')), 'At noon');
  assert.equal(await markdownOf(box('title="Tides" descr="Tides"', 'At noon')), 'Tides\n\nAt noon');
  assert.equal(await markdownOf(box('title="Tides" descr="by day"', 'At noon')), 'Tides: by day\n\nAt noon');
});

const bound = (path: string, shown: string): string =>
  `<w:sdt><w:sdtPr><w:dataBinding w:xpath="${path}"/></w:sdtPr><w:sdtContent>${paragraph(shown)}</w:sdtContent></w:sdt>`;
const DATA = {
  relationships:
    '<Relationship Id="D" Type="http://x/customXml" Target="../customXml/item1.xml"/>' +
    '<Relationship Id="E" Type="http://x/customXml" Target="../customXml/item2.xml"/>',
  others: {
    'customXml/item1.xml': '<other/>',
    'customXml/item2.xml': '<k:case xmlns:k="urn:k" no="7"><k:name>Ebb</k:name><k:name>Flow</k:name></k:case>',
  },
};

test('a control without text of its own shows the value that it is bound to', async () => {
  assert.equal(await markdownOf(bound('/ns0:case[1]/ns0:name[2]', ''), DATA), 'Flow');
  assert.equal(await markdownOf(bound('/ns0:case/@no', ''), DATA), '7');
  assert.equal(await markdownOf(bound('/ns0:case/ns0:name', 'Spring'), DATA), 'Spring');
  assert.equal(await markdownOf(bound('/a/b[', '') + paragraph('Tides'), DATA), 'Tides');
});

test('notes that only deleted text refers to are not counted as lost', async () => {
  const footnotes = `<w:footnote w:id="2">${paragraph('Ebb')}</w:footnote>`;
  const deleted =
    '<w:p><w:del w:id="1"><w:r><w:footnoteReference w:id="2"/></w:r></w:del><w:r><w:t>Tides</w:t></w:r></w:p>';
  const { warnings } = await parse(makeDocx(deleted, { footnotes }), { mediaType: DOCX });
  assert.deepEqual(warnings, []);
});
