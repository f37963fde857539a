import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../engines/parse/options.ts';
import { makeDocx, paragraph, type DocxParts } from '../../../support/documents/docx.ts';
import { PNG } from '../../../support/documents/zip.ts';
import { assertFails, DOCX, markdownOf, parse } from '../../../support/documents/parse.ts';

const convert = (body: string, parts?: DocxParts): Promise<string> =>
  markdownOf(makeDocx(body, parts), { mediaType: DOCX });

const style = (id: string, name: string, properties = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`;
const level = (index: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText ` +
  `w:val="${text}"/>${more}</w:lvl>`;
const list = (id: number, ...levels: string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const number = (id: number, definition: number, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;
const item = (id: number, index: number, text: string): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${id}"/></w:numPr>`);
const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const external = (id: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://x/hyperlink" Target="${target}" TargetMode="External"/>`;

describe('headings', () => {
  const styles =
    style('T', 'Title') +
    style('H1', 'heading 1') +
    style('H2', 'heading 2') +
    style('Sub', 'My section', '<w:basedOn w:val="H2"/>') +
    style('Outline', 'Custom', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>');

  test('levels come from style names, from what styles are based on, and from outline levels', async () => {
    const body =
      paragraph('One', '<w:pStyle w:val="H1"/>') +
      paragraph('Two', '<w:pStyle w:val="Sub"/>') +
      paragraph('Three', '<w:pStyle w:val="Outline"/>') +
      paragraph('Four', '<w:outlineLvl w:val="3"/>') +
      paragraph('Text', '<w:outlineLvl w:val="9"/>');
    assert.equal(await convert(body, { styles }), '# One\n\n## Two\n\n### Three\n\n#### Four\n\nText');
  });

  test('a title is the only heading of its level', async () => {
    const body = paragraph('Name', '<w:pStyle w:val="T"/>') + paragraph('One', '<w:pStyle w:val="H1"/>');
    assert.equal(await convert(body, { styles }), '# Name\n\n## One');
  });

  test('automatic numbers are part of the text, with counters that restart on lower levels', async () => {
    const numbering =
      list(
        7,
        level(0, 'decimal', '%1.', '<w:pStyle w:val="N1"/>'),
        level(1, 'decimal', '%1.%2', '<w:pStyle w:val="N2"/>'),
      ) + number(3, 7);
    const numbered =
      style('N1', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>') +
      style('N2', 'heading 2', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>');
    const headings = ['N1 A', 'N2 B', 'N2 C', 'N1 D', 'N2 E'].map((heading) => {
      const [id = '', text = ''] = heading.split(' ');
      return paragraph(text, `<w:pStyle w:val="${id}"/>`);
    });
    assert.equal(
      await convert(headings.join(''), { styles: numbered, numbering }),
      '# 1 A\n\n## 1.1 B\n\n## 1.2 C\n\n# 2 D\n\n## 2.1 E',
    );
  });
});

describe('lists', () => {
  const numbering =
    list(0, level(0, 'bullet', '\u2022'), level(1, 'bullet', 'o')) +
    list(1, level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)'), level(2, 'upperRoman', '%3.')) +
    number(1, 0) +
    number(2, 1) +
    number(3, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>');

  test('levels nest below the previous item', async () => {
    const body = item(1, 0, 'a') + item(1, 1, 'b') + item(1, 0, 'c');
    assert.equal(await convert(body, { numbering }), '- a\n  - b\n- c');
  });

  test('numbers that Markdown supports are list markers, others are text', async () => {
    const body = item(2, 0, 'one') + item(2, 1, 'first') + item(2, 2, 'deep') + item(2, 0, 'two');
    assert.equal(await convert(body, { numbering }), '1. one\n   - a) first\n     - I. deep\n2. two');
  });

  test('an empty item counts, a deleted one does not', async () => {
    const gone = paragraph('', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr><w:rPr><w:del/></w:rPr>');
    const body = item(2, 0, 'one') + item(2, 0, '') + gone + item(2, 0, 'three');
    assert.equal(await convert(body, { numbering }), '1. one\n3. three');
  });

  test('a list continues counting after other text, and a new one restarts', async () => {
    const body = item(2, 0, 'one') + paragraph('between') + item(2, 0, 'two') + paragraph('then') + item(3, 0, 'new');
    assert.equal(await convert(body, { numbering }), '1. one\n\nbetween\n\n2. two\n\nthen\n\n1. new');
  });

  test('adjacent lists stay two lists', async () => {
    assert.equal(await convert(item(2, 0, 'one') + item(3, 0, 'new'), { numbering }), '1. one\n\n1) new');
  });

  test('a list that begins at a deep level is still a list', async () => {
    assert.equal(await convert(item(1, 1, 'deep'), { numbering }), '- deep');
  });

  test('a drop cap is the first letter of the paragraph behind it', async () => {
    const cap = (letter: string): string => paragraph(letter, '<w:framePr w:dropCap="drop" w:lines="3"/>');
    assert.equal(
      await convert(`${paragraph('Before')}${cap('T')}${paragraph('he mill.')}${paragraph('Then')}`),
      'Before\n\nThe mill.\n\nThen',
    );
    assert.equal(await convert(`${cap('A')}${cap('B')}${paragraph('ee')}${cap('C')}`), 'A\n\nBee\n\nC');
    assert.equal(await convert(`${cap('T')}<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>he</w:t></w:r></w:p>`), '**The**');
  });

  test('checkboxes are tasks, whether symbols or controls', async () => {
    const box = (state: string): string =>
      `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${state}"/></w14:checkbox></w:sdtPr>` +
      `<w:sdtContent>${run('\u2610')}</w:sdtContent></w:sdt>${run(' built')}</w:p>`;
    const body = box('1') + box('0') + paragraph('\u2611 drawn') + paragraph('\u2610 open');
    assert.equal(await convert(body), '- [x] built\n- [ ] built\n- [x] drawn\n- [ ] open');
  });
});

describe('tables', () => {
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
  const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;

  test('a plain table has pipes, with breaks for paragraphs in cells', async () => {
    const body = table(row(cell('A|B'), cell('C')), row(`<w:tc>${paragraph('1')}${paragraph('2')}</w:tc>`, cell('')));
    assert.equal(await convert(body), '| A\\|B | C |\n| --- | --- |\n| 1<br>2 |  |');
  });

  test('merged cells make an HTML table', async () => {
    const body = table(
      row(cell('wide &lt;b&gt;', '<w:gridSpan w:val="2"/>'), cell('tall', '<w:vMerge w:val="restart"/>')),
      row(cell('1'), cell('2'), cell('', '<w:vMerge/>')),
    );
    assert.equal(
      await convert(body),
      '<table>\n<tr><td colspan="2">wide &lt;b&gt;</td><td rowspan="2">tall</td></tr>\n' +
        '<tr><td>1</td><td>2</td></tr>\n</table>',
    );
  });

  test('formats and lists in merged tables are HTML too', async () => {
    const rich =
      '<w:tc><w:tcPr><w:gridSpan ' +
      `w:val="2"/></w:tcPr><w:p>${run('bold', '<w:b/>')}${run(' x', '<w:vertAlign w:val="superscript"/>')}</w:p></w:tc>`;
    const body = table(row(rich), row(cell('1'), cell('2')));
    assert.match(await convert(body), /<td colspan="2"><strong>bold<\/strong><sup> x<\/sup><\/td>/);
  });

  test('a table of one cell is a frame', async () => {
    assert.equal(await convert(table(row(cell('inside')))), 'inside');
  });

  test('a deleted row is omitted', async () => {
    const deleted = `<w:tr><w:trPr><w:del/></w:trPr>${cell('gone')}${cell('x')}</w:tr>`;
    assert.equal(await convert(table(row(cell('a'), cell('b')), deleted)), '| a | b |\n| --- | --- |');
  });

  test('a table with too many cells is refused', async () => {
    const rows = `<w:tr><w:trPr><w:gridBefore w:val="1000"/></w:trPr>${cell('x')}</w:tr>`.repeat(2000);
    await assertFails(convert(table(rows)), 'too_large');
  });
});

describe('text', () => {
  test('split runs of one format are joined, and spaces are outside the marks', async () => {
    const body = `<w:p>${run('Hel', '<w:b/>')}${run('lo ', '<w:b/>')}${run('and ', '<w:i/>')}${run('gone', '<w:strike/>')}</w:p>`;
    assert.equal(await convert(body), '**Hello** *and* ~~gone~~');
  });

  test('a format that is switched off is off', async () => {
    assert.equal(await convert(`<w:p>${run('plain', '<w:b w:val="0"/>')}</w:p>`), 'plain');
  });

  test('hidden and deleted text is omitted, inserted text is kept', async () => {
    const body =
      `<w:p>${run('a', '<w:vanish/>')}<w:del>${run('b')}</w:del><w:ins>${run('c')}</w:ins></w:p>` +
      `<w:moveFrom>${paragraph('d')}</w:moveFrom><w:ins>${paragraph('e')}</w:ins>`;
    assert.equal(await convert(body), 'c\n\ne');
  });

  test('monospaced paragraphs are one code block, monospaced words a code span', async () => {
    const mono = '<w:rFonts w:ascii="Courier New"/>';
    const body = `<w:p>${run('let a;', mono)}</w:p><w:p>${run('  a++', mono)}</w:p><w:p>${run('call ')}${run('f()', mono)}</w:p>`;
    assert.equal(await convert(body), '```\nlet a;\n  a++\n```\n\ncall `f()`');
  });

  test('characters that Markdown would read as markup are escaped', async () => {
    assert.equal(
      await convert(paragraph('1. a *b* snake_case &lt;i&gt; 2 &lt; 3')),
      '1\\. a \\*b\\* snake_case &lt;i> 2 < 3',
    );
  });

  test('links come from relationships and from fields; targets inside the document are not links', async () => {
    const field = (instruction: string, shown: string): string =>
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
      `<w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
      `${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body =
      `<w:p><w:hyperlink r:id="L1">${run('one')}</w:hyperlink> ` +
      `${run(' ')}${field('HYPERLINK "https://b.example/x y"', 'two')}` +
      `${run(' ')}${field('HYPERLINK \\l "place"', 'three')}${run(' ')}<w:hyperlink ` +
      `r:id="L2">${run('four')}</w:hyperlink></w:p>`;
    assert.equal(
      await convert(body, {
        relationships: external('L1', 'https://a.example') + external('L2', 'javascript:alert(1)'),
      }),
      '[one](https://a.example) [two](https://b.example/x%20y) three four',
    );
  });

  test('an unclosed field hides nothing after its paragraph', async () => {
    const open = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>DATE</w:t></w:r></w:p>';
    assert.equal(await convert(open + paragraph('after')), 'after');
  });

  test('footnotes are references with their texts at the end', async () => {
    const body = `<w:p>${run('Claim')}<w:r><w:footnoteReference w:id="5"/></w:r></w:p>`;
    const footnotes = `<w:footnote w:id="5">${paragraph('Proof')}</w:footnote>`;
    assert.equal(await convert(body, { footnotes }), 'Claim[^1]\n\n[^1]: Proof');
  });

  test('text boxes follow their paragraph, once', async () => {
    const box = `<wps:txbx><w:txbxContent>${paragraph('boxed')}</w:txbxContent></wps:txbx>`;
    const old = `<w:pict><v:textbox><w:txbxContent>${paragraph('boxed')}</w:txbxContent></v:textbox></w:pict>`;
    const body = `<w:p>${run('host')}<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback>${old}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    assert.equal(await convert(body), 'host\n\nboxed');
  });

  describe('pictures', () => {
    const drawing = (description: string, blip: string): string =>
      `<w:p><w:r><w:drawing><wp:docPr descr="${description}"/><a:blip ${blip}/></w:drawing></w:r></w:p>`;
    const image = (id: string, target: string, more = ''): string =>
      `<Relationship Id="${id}" Type="http://x/image" Target="${target}" ${more}/>`;
    const relationships =
      image('I1', 'media/image1.png') +
      image('I2', 'media/a.emf') +
      image('I3', 'http://a.example/b.png', 'TargetMode="External"');
    const others = { 'word/media/image1.png': PNG, 'word/media/a.emf': strToU8('metafile') };
    const body = drawing('A duck', 'r:embed="I1"') + drawing('Same', 'r:embed="I1"');

    test('are files that the text links to, each once', async () => {
      const { markdown, images } = await parse(makeDocx(body, { relationships, others }), { mediaType: DOCX });
      assert.equal(markdown, '![A duck](images/image1.png)\n\n![Same](images/image1.png)\n');
      assert.deepEqual(
        images.map(({ name, mediaType, page }) => ({ name, mediaType, page })),
        [{ name: 'image1.png', mediaType: 'image/png', page: null }],
      );
      assert.ok(PNG.equals(images[0]?.bytes ?? new Uint8Array()));
    });

    test('leave their description when they are not requested', async () => {
      const options = { ...DEFAULT_PARSE_OPTIONS, images: 'omit' as const };
      const { markdown, images } = await parse(makeDocx(body, { relationships, others }), { mediaType: DOCX, options });
      assert.equal(markdown, 'A duck\n\nSame\n');
      assert.deepEqual(images, []);
    });

    test('of types that browsers do not show are reported; linked ones keep their address', async () => {
      const odd = drawing('Old', 'r:embed="I2"') + drawing('Far', 'r:link="I3"');
      const { markdown, warnings } = await parse(makeDocx(odd, { relationships, others }), { mediaType: DOCX });
      assert.equal(markdown, '![Old]()\n\n![Far](http://a.example/b.png)\n');
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['pictures_omitted'],
      );
    });
  });

  test('merged cells are HTML, or repeated in pipe tables when these are requested', async () => {
    const cell = (content: string, properties: string): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(content)}</w:tc>`;
    const table =
      `<w:tbl><w:tr>${cell('A', '<w:vMerge w:val="restart"/>')}${cell('B', '<w:gridSpan w:val="2"/>')}</w:tr>` +
      `<w:tr>${cell('', '<w:vMerge/>')}${cell('C', '')}${cell('D', '')}</w:tr></w:tbl>`;
    const options = { ...DEFAULT_PARSE_OPTIONS, tables: 'pipe' as const };
    assert.match(await convert(table), /^<table>/);
    assert.equal(
      await markdownOf(makeDocx(table), { mediaType: DOCX, options }),
      '| A | B | B |\n| --- | --- | --- |\n| A | C | D |',
    );
  });

  test('charts are the tables of their values', async () => {
    const points = (...values: string[]): string =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
    const chart =
      '<c:chartSpace ' +
      'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser>' +
      `<c:tx>${points('Sales')}</c:tx><c:cat>${points('Q1', 'Q2')}</c:cat><c:val>${points('0.30000000000000004', '2')}</c:val>` +
      '</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>';
    const body = `<w:p>${run('Figure')}<w:r><w:drawing><c:chart r:id="C1"/></w:drawing></w:r></w:p>`;
    const relationships = '<Relationship Id="C1" Type="http://x/chart" Target="charts/chart1.xml"/>';
    assert.equal(
      await convert(body, { relationships, others: { 'word/charts/chart1.xml': chart } }),
      'Figure\n\nBar chart\n\n|  | Sales |\n| --- | --- |\n| Q1 | 0.3 |\n| Q2 | 2 |',
    );
  });
});

test('values that many controls show come to no more than the limit', async () => {
  const control = '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a/b"/></w:sdtPr></w:sdt>';
  const parts = {
    relationships: '<Relationship Id="v" Type="http://x/customXml" Target="../customXml/item1.xml"/>',
    others: { 'customXml/item1.xml': `<a><b>${'word '.repeat(200_000)}</b></a>` },
  };
  for (const body of [control.repeat(2000), `<w:p>${control.repeat(2000)}</w:p>`])
    await assertFails(convert(body, parts), 'output_too_large');
});

describe('equations', () => {
  const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
  const inline = async (omml: string): Promise<string> =>
    (await convert(`<w:p>${run('x ')}<m:oMath>${omml}</m:oMath></w:p>`)).replace(/^x /, '');

  test('structures become LaTeX', async () => {
    const fraction = `<m:f><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`;
    assert.equal(await inline(fraction), '$\\frac{a}{b}$');
    assert.equal(await inline(`<m:rad><m:deg>${r('3')}</m:deg><m:e>${r('x')}</m:e></m:rad>`), '$\\sqrt[3]{x}$');
    assert.equal(await inline(`<m:sSup><m:e>${r('a+b')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`), '${a+b}^{2}$');
    assert.equal(
      await inline(
        '<m:nary><m:naryPr><m:chr ' +
          `m:val="\u2211"/></m:naryPr><m:sub>${r('i')}</m:sub><m:sup>${r('n')}</m:sup><m:e>${r('i')}</m:e></m:nary>`,
      ),
      '$\\sum_{i}^{n}i$',
    );
    assert.equal(
      await inline(`<m:d><m:dPr><m:begChr m:val="["/></m:dPr><m:e>${r('x')}</m:e></m:d>`),
      '$\\left[x\\right)$',
    );
    assert.equal(await inline(`<m:eqArr><m:e>${r('a=b')}</m:e></m:eqArr>`), '$a=b$');
  });

  test('symbols have names, letters of mathematical alphabets are plain', async () => {
    assert.equal(await inline(r('\u03b1\u2264\u{1d465}\u2212\u211d')), '$\\alpha \\leq x- \\mathbb{R}$');
  });

  test('an equation alone in its paragraph is a display equation', async () => {
    assert.equal(await convert(`<w:p><m:oMathPara><m:oMath>${r('a=1')}</m:oMath></m:oMathPara></w:p>`), '$$a=1$$');
  });
});

describe('metadata', () => {
  test('comes from the core properties', async () => {
    const core =
      '<dc:title>Report</dc:title><dc:creator>Ann Lee; Bob Ray</dc:creator><dc:language>de-DE</dc:language>' +
      '<dcterms:created>2024-05-06T07:08:09Z</dcterms:created><dcterms:modified>2024-06-01T00:00:00Z</dcterms:modified>';
    const document = await parse(makeDocx(paragraph('Hello'), { core }), { mediaType: DOCX });
    assert.equal(document.title, 'Report');
    assert.deepEqual(document.authors, ['Ann Lee', 'Bob Ray']);
    assert.equal(document.language, 'de-DE');
    assert.equal(document.createdAt, '2024-05-06T07:08:09.000Z');
    assert.deepEqual(document.properties, { modified_at: '2024-06-01T00:00:00.000Z' });
  });

  test('without a title, the highest heading is used', async () => {
    const styles = style('H1', 'heading 1') + style('H2', 'heading 2');
    const body = paragraph('Small', '<w:pStyle w:val="H2"/>') + paragraph('Big', '<w:pStyle w:val="H1"/>');
    const document = await parse(makeDocx(body, { styles }), { mediaType: DOCX });
    assert.equal(document.title, 'Big');
    assert.deepEqual(document.authors, []);
    assert.equal(document.createdAt, null);
  });
});

describe('other spellings of the format', () => {
  test('prefixes and strict namespaces do not matter', async () => {
    const document =
      '<x:document ' +
      'xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>strict</x:t></x:r></x:p></x:body></x:document>';
    assert.equal(await convert('', { others: { 'word/document.xml': document } }), 'strict');
  });

  test('entities that a file defines are not expanded', async () => {
    const document =
      '<!DOCTYPE w:document [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/passwd">]>' +
      '<w:document ' +
      'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>x&a;&f;</w:t></w:r></w:p></w:body></w:document>';
    const markdown = await convert('', { others: { 'word/document.xml': document } });
    assert.doesNotMatch(markdown, /boom|root:/);
  });
});

describe('files that cannot be read', () => {
  const refuse = (bytes: Uint8Array, code: 'encrypted' | 'corrupt' | 'empty' | 'too_large'): Promise<void> =>
    assertFails(parse(bytes, { mediaType: DOCX }), code);

  test('an OLE storage is an encrypted document', () =>
    refuse(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'encrypted'));

  test('an archive with a password is encrypted', () => {
    const bytes = makeDocx(paragraph('x'));
    for (let at = bytes.indexOf(0x50); at >= 0; at = bytes.indexOf(0x50, at + 1)) {
      if (bytes[at + 1] === 0x4b && bytes[at + 2] === 1 && bytes[at + 3] === 2) bytes[at + 8] = 1;
    }
    return refuse(bytes, 'encrypted');
  });

  test('a non-archive, a truncated archive, and one without a document are reported as corrupt', async () => {
    const whole = makeDocx(paragraph('x'));
    await refuse(Buffer.from('PK\x03\x04 and nothing more'), 'corrupt');
    await refuse(whole.subarray(0, whole.length - 200), 'corrupt');
    await refuse(makeDocx('', { others: { 'word/document.xml': '<w:document/>' } }), 'corrupt');
  });

  test('zero bytes and a document without content are reported as empty', async () => {
    await refuse(new Uint8Array(0), 'empty');
    await refuse(makeDocx(paragraph('  ')), 'empty');
  });

  test('endless nesting is reported as corrupt and does not crash', () =>
    refuse(makeDocx('<w:ins>'.repeat(5000)), 'corrupt'));

  test('a part that inflates beyond the limit stops there, whatever size it claims', () => {
    const bomb = deflateRawSync(Buffer.alloc(160 * 1024 * 1024, ' '), { level: 1 });
    return refuse(archiveOf('word/document.xml', bomb, { claimedSize: 10 }), 'too_large');
  });
});

/** A zip archive of one deflated member that claims the given size. */
function archiveOf(name: string, deflated: Uint8Array, { claimedSize }: { claimedSize: number }): Uint8Array {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(deflated.length, 14);
  fields.writeUInt32LE(claimedSize, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), deflated]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('fixed-width fonts and equations in a line', () => {
  const mono = (text: string, more = ''): string => run(text, `<w:rFonts w:ascii="Courier New"/>${more}`);
  const bullets = list(1, level(0, 'bullet', '-')) + number(1, 1);
  const listed = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>';

  test('an item all in such a font is code, unless part of it is bold', async () => {
    const body = `<w:p>${listed}${mono('npm i')}</w:p><w:p>${listed}${mono('Term', '<w:b/>')}${mono(': text')}</w:p>`;
    assert.equal(await convert(body, { numbering: bullets }), '- `npm i`\n- **Term**: text');
  });

  test('equations alone in a paragraph each have their line', async () => {
    const equation = (letter: string): string => `<m:oMath><m:r><m:t>${letter}</m:t></m:r></m:oMath>`;
    assert.equal(await convert(`<w:p>${equation('a')}${equation('b')}</w:p>`), '$$a$$\n\n$$b$$');
    assert.equal(await convert(`<w:p>${run('x ')}${equation('a')}${equation('b')}</w:p>`), 'x $a$ $b$');
  });
});

describe('reviews', () => {
  const tracked =
    `<w:p>${run('kept ')}<w:ins w:author="A">${run('new ')}</w:ins>` +
    '<w:del w:author="A"><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del>' +
    `${run('end')}</w:p>`;
  const convertWith = (body: string, options: Partial<ParseOptions>, parts?: DocxParts): Promise<string> =>
    markdownOf(makeDocx(body, parts), { mediaType: DOCX, options: { ...DEFAULT_PARSE_OPTIONS, ...options } });

  test('tracked changes read as accepted, or as what was inserted and deleted', async () => {
    assert.equal(await convert(tracked), 'kept new end');
    assert.equal(await convertWith(tracked, { tracked_changes: true }), 'kept <ins>new</ins> <del>old</del> end');
  });

  test('comments follow their paragraph when they are requested', async () => {
    const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
    const reference = '<w:r><w:commentReference w:id="3"/></w:r>';
    const parts = {
      relationships: '<Relationship Id="C" Type="http://x/comments" Target="comments.xml"/>',
      others: {
        'word/comments.xml':
          `<w:comments ${namespace}><w:comment w:id="3" w:author="Ada" ` +
          `w:date="2026-01-02T03:04:05Z">${paragraph('Why?')}<w:p>${reference}</w:p></w:comment></w:comments>`,
      },
    };
    // A comment is written at its first reference only.
    const body = `<w:p>${run('text')}${reference}</w:p><w:p>${run('next')}${reference}</w:p>`;
    assert.equal(await convertWith(body, {}, parts), 'text\n\nnext');
    assert.equal(
      await convertWith(body, { comments: true }, parts),
      'text\n\n> **Comment by Ada (2026-01-02T03:04:05):**\n>\n> Why?\n\nnext',
    );
  });
});
