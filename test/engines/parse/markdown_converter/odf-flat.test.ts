import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { makeFlatOdf, makeOdf, type OdfParts } from '../../../support/documents/odf.ts';
import { PNG } from '../../../support/documents/pictures.ts';
import { assertFails, parse } from '../../../support/documents/parse.ts';

const TYPE = 'application/vnd.oasis.opendocument';

const DOCUMENTS: Readonly<
  Record<'text' | 'spreadsheet' | 'presentation', readonly [content: string, parts: OdfParts]>
> = {
  text: [
    '<text:tracked-changes><text:changed-region text:id="a"><text:deletion><text:p>gone</text:p></text:deletion>' +
      '</text:changed-region></text:tracked-changes><text:h text:outline-level="1">Tides</text:h>' +
      '<text:p text:style-name="P">High<text:change text:change-id="a"/> <text:span text:style-name="B">at noon' +
      '</text:span><text:note text:note-class="footnote"><text:note-body><text:p>By the gauge.</text:p>' +
      '</text:note-body></text:note></text:p>',
    {
      meta: '<dc:title>The tides</dc:title><meta:initial-creator>Ada</meta:initial-creator>',
      automatic:
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    },
  ],
  spreadsheet: [
    '<table:table table:name="May"><table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell>' +
      '<table:table-cell><text:p>High</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell>' +
      '<text:p>1</text:p></table:table-cell><table:table-cell><text:p>4.2</text:p></table:table-cell>' +
      '</table:table-row></table:table>',
    {},
  ],
  presentation: [
    '<draw:page draw:name="One"><draw:frame presentation:class="title"><draw:text-box><text:p>Tides</text:p>' +
      '</draw:text-box></draw:frame></draw:page>',
    {},
  ],
};

for (const kind of ['text', 'spreadsheet', 'presentation'] as const) {
  test(`a flat ${kind} is read as the packed one`, async () => {
    const [content, parts] = DOCUMENTS[kind];
    const flat = makeFlatOdf(kind, content, parts);
    const mediaType = sniffMediaType(Buffer.from(flat), { filename: null, declared: 'text/xml' });
    assert.equal(mediaType, `${TYPE}.${kind}-flat-xml`);
    const packed = await parse(makeOdf(kind, content, parts), { mediaType: `${TYPE}.${kind}` });
    assert.deepEqual(await parse(flat, { mediaType }), packed);
    assert.doesNotMatch(packed.markdown, /gone|office:/);
  });
}

test('templates and files with other prefixes are recognized, other XML is not', () => {
  const sniff = (xml: string): string => sniffMediaType(Buffer.from(xml), { filename: 'a.xml', declared: null });
  const root = (mimetype: string): string => `<o:document xmlns:o="x" o:mimetype="${mimetype}"><o:body/></o:document>`;
  assert.equal(sniff(root(`${TYPE}.text-template`)), `${TYPE}.text-flat-xml`);
  assert.equal(sniff(root(`${TYPE}.graphics`)), 'application/xml');
  assert.equal(sniff(`<r mimetype="${TYPE}.text"/>`), 'application/xml');
});

test('pictures and charts are inside the text', async () => {
  const chart =
    '<draw:frame><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body>' +
    '<office:chart><chart:chart chart:class="chart:bar"><chart:title><text:p>Highs</text:p></chart:title><table:table>' +
    '<table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell><table:table-cell><text:p>High</text:p>' +
    '</table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document>' +
    '</draw:object></draw:frame>';
  const picture = (data: string): string =>
    `<draw:frame><draw:image><office:binary-data>${data}</office:binary-data></draw:image><svg:desc>A dot</svg:desc></draw:frame>`;
  const lines = PNG.toString('base64').replace(/.{40}/g, '$&\n');
  const content = `<text:p>${picture(lines)}${chart}</text:p><text:p>${picture('AAAA')}</text:p>`;
  const { markdown, images, warnings } = await parse(makeFlatOdf('text', content), {
    mediaType: `${TYPE}.text-flat-xml`,
  });
  assert.equal(
    markdown,
    '![A dot](images/image.png)\n\nHighs\n\nBar chart\n\n| Day | High |\n| --- | --- |\n\n![A dot]()\n',
  );
  assert.deepEqual(
    images.map(({ bytes }) => Buffer.from(bytes).equals(PNG)),
    [true],
  );
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['pictures_omitted'],
  );
});

test('a file without a body is corrupt', async () => {
  await assertFails(parse('<office:document/>', { mediaType: `${TYPE}.text-flat-xml` }), 'corrupt');
});
