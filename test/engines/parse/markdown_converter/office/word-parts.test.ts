import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../../engines/parse/options.ts';
import type { ParsedDocument } from '../../../../../engines/parse/documents/types.ts';
import { makeCompoundFile } from '../../../../support/documents/compound-file.ts';
import { makeDocx, paragraph, type DocxParts } from '../../../../support/documents/docx.ts';
import { DOCX, parse, PPTX } from '../../../../support/documents/parse.ts';
import { line, makePptx, relation, shape } from '../../../../support/documents/pptx.ts';
import { makeXlsx, rows } from '../../../../support/documents/xlsx.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const convert = (body: string, parts?: DocxParts, options?: Partial<ParseOptions>): Promise<ParsedDocument> =>
  parse(makeDocx(body, parts), { mediaType: DOCX, options: { ...DEFAULT_PARSE_OPTIONS, ...options } });
const written = async (...given: Parameters<typeof convert>): Promise<string> =>
  (await convert(...given)).markdown.trimEnd();
const warned = ({ warnings }: ParsedDocument): string[] => warnings.map(({ code, message }) => `${code}: ${message}`);
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

describe('heads and feet of pages', () => {
  const number = (code: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
  const head = (content: string): string => `<w:hdr ${W}>${content}</w:hdr>`;
  const parts = {
    relationships: ['first', 'usual', 'foot', 'other']
      .map((name) => relation(name, name === 'foot' ? 'footer' : 'header', `${name}.xml`))
      .join(''),
    others: {
      'word/first.xml': head(paragraph('Mill Ltd, ref. 7')),
      'word/usual.xml': head(paragraph('Letter to R&amp;P')),
      'word/other.xml': head(paragraph('Annex')),
      'word/foot.xml': head(
        `<w:p>${run('IBAN DE00, page ')}${number('PAGE')}${run(' of ')}<w:fldSimple w:instr=" NUMPAGES ">` +
          `${run('3')}</w:fldSimple></w:p>`,
      ),
    },
  };
  const reference = (kind: string, type: string, id: string): string =>
    `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
  const body =
    paragraph(
      'Dear customer',
      `<w:sectPr>${reference('header', 'first', 'first')}${reference('header', 'default', 'usual')}` +
        `${reference('footer', 'first', 'foot')}<w:titlePg/></w:sectPr>`,
    ) +
    paragraph('More') +
    `<w:sectPr>${reference('header', 'default', 'other')}${reference('header', 'even', 'usual')}</w:sectPr>`;

  test('those of the first page are kept, without its number', async () => {
    assert.equal(await written(body, parts), 'Mill Ltd, ref. 7\n\nDear customer\n\nMore\n\nIBAN DE00,');
  });

  test('the option keeps all of them once, or none', async () => {
    assert.equal(
      await written(body, parts, { headers: 'keep' }),
      'Mill Ltd, ref. 7\n\nLetter to R&P\n\nAnnex\n\nDear customer\n\nMore\n\nIBAN DE00,',
    );
    assert.equal(await written(body, parts, { headers: 'drop' }), 'Dear customer\n\nMore');
  });
});

describe('documents inside a document', () => {
  const workbook = makeXlsx([{ name: 'Costs', content: rows(['Part', 'EUR'], ['Seal', '320']) }]);
  const table = '#### Costs\n\n| Part | EUR |\n| --- | --- |\n| Seal | 320 |';
  const object = (more = ''): string =>
    `<w:p><w:r><w:object><v:shape><v:imagedata r:id="P"/></v:shape>` +
    `<o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ${more} r:id="O"/></w:object></w:r></w:p>`;
  const embedding = (type: string, name: string, bytes: string | Uint8Array): DocxParts => ({
    relationships: relation('O', type, name),
    others: { [`word/${name}`]: bytes },
  });

  test('inserted ones stand in the text, whatever their format', async () => {
    const chunk = (name: string, content: string | Uint8Array): Promise<string> =>
      written(`${paragraph('Cover')}<w:altChunk r:id="O"/>${paragraph('Signed')}`, embedding('aFChunk', name, content));
    assert.equal(
      await chunk('c.htm', '<h2>Findings</h2><p>It <b>failed</b>.'),
      'Cover\n\n## Findings\n\nIt **failed**.\n\nSigned',
    );
    assert.equal(
      await chunk('c.rtf', '{\\rtf1 Found{\\footnote Twice}}'),
      'Cover\n\nFound[^1-1]\n\n[^1-1]: Twice\n\nSigned',
    );
    assert.equal(await chunk('c.docx', makeDocx(paragraph('Inner'))), 'Cover\n\nInner\n\nSigned');
    const page =
      'MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Minutes\n--b--';
    assert.equal(await chunk('c.mht', page), 'Cover\n\nMinutes\n\nSigned');
  });

  test('embedded workbooks are tables, also in storages of OLE', async () => {
    assert.equal(await written(object(), embedding('package', 'b.xlsx', workbook)), table);
    const stored = makeCompoundFile({ Package: Buffer.from(workbook) });
    assert.equal(await written(object(), embedding('oleObject', 'b.bin', stored)), table);
    const name = Buffer.from('costs.xlsx\0C:\\costs.xlsx\0\0\0\x03\0', 'latin1');
    const path = Buffer.from('C:\\costs.xlsx\0', 'latin1');
    const size = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
    const packed = Buffer.concat([
      size(0),
      Buffer.of(2, 0),
      name,
      size(path.length),
      path,
      size(workbook.length),
      workbook,
    ]);
    const inPackage = makeCompoundFile({ '\u0001Ole10Native': packed });
    assert.equal(await written(object(), embedding('oleObject', 'b.bin', inPackage)), table);
  });

  test('in a cell they stay in their cell', async () => {
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const body = `<w:tbl><w:tr>${cell(object())}${cell(paragraph('b'))}</w:tr><w:tr>${cell(paragraph('c'))}${cell(paragraph('d'))}</w:tr></w:tbl>`;
    const markdown = await written(body, embedding('package', 'b.xlsx', workbook));
    assert.match(markdown, /^\| #### Costs.*Seal.*\| b \|\n\| --- \| --- \|\n\| c \| d \|$/);
  });

  test('those that cannot be read are counted or named', async () => {
    const unknown = makeCompoundFile({ 'Equation Native': Buffer.from('x') });
    const text = paragraph('Text');
    assert.deepEqual(warned(await convert(text + object(), embedding('oleObject', 'e.bin', unknown))), [
      'objects_omitted: Parts of the document omitted: embedded objects, beside their pictures: 1.',
    ]);
    const broken = warned(await convert(text + object(), embedding('package', 'b.docx', 'PK\u0003\u0004 no archive')));
    assert.match(broken.join('\n'), /^nested_\w+: A nested file was skipped: word\/b\.docx\./);
    const linked = relation('O', 'oleObject', 'file:///other.xlsx', 'TargetMode="External"');
    assert.deepEqual(warned(await convert(text + object('Type="Link"'), { relationships: linked })), [
      'objects_omitted: Parts of the document omitted: linked objects: 1.',
    ]);
  });

  test('those of slides stand on their slide; slides that are not wanted have none', async () => {
    const frame =
      '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name=""/></p:nvGraphicFramePr><a:graphic><a:graphicData>' +
      '<p:oleObj r:id="O"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>';
    const slide = (name: string): { shapes: string; relationships: string } => ({
      shapes: shape(line('Costs')) + frame,
      relationships: relation('O', 'package', `../embeddings/${name}`),
    });
    const deck = makePptx([slide('a.xlsx'), slide('broken.xlsx')], {
      others: { 'ppt/embeddings/a.xlsx': workbook, 'ppt/embeddings/broken.xlsx': 'PK\u0003\u0004' },
    });
    const first = { ...DEFAULT_PARSE_OPTIONS, page_range: [{ first: 1, last: 1 }] };
    const { markdown, warnings } = await parse(deck, { mediaType: PPTX, options: first });
    assert.deepEqual([markdown.trimEnd(), warnings], [`Costs\n\n${table}`, []]);
    assert.equal((await parse(deck, { mediaType: PPTX })).warnings.length, 1);
  });
});

describe('tracked marks, marks of notes, hidden text', () => {
  const deleted = '<w:rPr><w:del/></w:rPr>';

  test('paragraphs whose mark is deleted are one', async () => {
    const body =
      paragraph('The lease', deleted) + '<w:bookmarkStart/>' + paragraph(' ends', deleted) + paragraph(' soon.');
    assert.equal(await written(body), 'The lease ends soon.');
    assert.equal(await written(body, {}, { tracked_changes: true }), 'The lease\n\nends\n\nsoon.');
    assert.equal(
      await written(`${paragraph('Alone', deleted)}<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc></w:tr></w:tbl>`),
      'Alone\n\na',
    );
  });

  test('a note with a mark of its own has one reference', async () => {
    const footnotes = `<w:footnote w:id="2"><w:p>${run('*')}${run(' Mail')}</w:p></w:footnote>`;
    const reference = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>';
    assert.equal(await written(`<w:p>${run('Ada')}${reference}</w:p>`, { footnotes }), 'Ada[^1]\n\n[^1]: Mail');
  });

  test('hidden text is counted, or shown with the option', async () => {
    const body = `<w:p>${run('Seen')}${run(' unseen', '<w:vanish/>')}</w:p>`;
    assert.deepEqual(warned(await convert(body)), ['hidden_omitted: Hidden content omitted: texts: 1.']);
    const { markdown, warnings } = await convert(body, {}, { hidden: true });
    assert.deepEqual([markdown, warnings], ['Seen unseen\n', []]);
  });

  test('a box loses the space behind it, also in another run', async () => {
    const symbol = '<w:rFonts w:ascii="Wingdings"/>';
    assert.equal(await written(`<w:p>${run('\u00fe', symbol)}${run('  agreed')}</w:p>`), '- [x] agreed');
  });
});

describe('drawings', () => {
  const drawing = (content: string): string => `<w:p><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`;
  const diagram = (id: string): string =>
    drawing(`<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="${id}"/>`);

  test('diagrams are lists; those that are missing, controls and ink are counted', async () => {
    const data =
      '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ' +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>' +
      `<dgm:pt modelId="1"><dgm:t>${line('Plan')}</dgm:t></dgm:pt></dgm:ptLst>` +
      '<dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>';
    const parts = { relationships: relation('D', 'diagramData', 'd.xml'), others: { 'word/d.xml': data } };
    const lost = drawing('<w:control/>') + drawing('<wp14:contentPart/>') + diagram('none');
    const document = await convert(diagram('D') + lost, parts);
    assert.equal(document.markdown, '- Plan\n');
    assert.deepEqual(warned(document), [
      'objects_omitted: Parts of the document omitted: controls: 1, ink drawings: 1, diagrams: 1.',
    ]);
  });

  test('word art is text, but not in heads', async () => {
    const art = '<w:p><w:r><w:pict><v:shape><v:textpath string="Draft"/></v:shape></w:pict></w:r></w:p>';
    assert.equal(await written(art), 'Draft');
    const parts = {
      relationships: relation('H', 'header', 'h.xml'),
      others: { 'word/h.xml': `<w:hdr ${W} xmlns:v="urn:schemas-microsoft-com:vml">${art}</w:hdr>` },
    };
    assert.equal(
      await written(`${paragraph('Text')}<w:sectPr><w:headerReference r:id="H"/></w:sectPr>`, parts),
      'Text',
    );
  });
});
