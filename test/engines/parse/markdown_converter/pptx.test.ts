import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../engines/parse/options.ts';
import type { ParsedDocument } from '../../../../engines/parse/documents/types.ts';
import {
  line,
  makePptx,
  relation,
  shape,
  transform,
  type PptxParts,
  type Slide,
} from '../../../support/documents/pptx.ts';
import { PNG } from '../../../support/documents/zip.ts';
import { assertFails, markdownOf, parse, PPTX } from '../../../support/documents/parse.ts';

const read = (
  slides: readonly Slide[],
  parts?: PptxParts,
  options: Partial<ParseOptions> = {},
): Promise<ParsedDocument> =>
  parse(makePptx(slides, parts), { mediaType: PPTX, options: { ...DEFAULT_PARSE_OPTIONS, ...options } });
const convert = async (shapes: string, parts?: PptxParts, relationships = ''): Promise<string> =>
  (await read([{ shapes, relationships }], parts)).markdown.trimEnd();

const title = (text: string): string => shape(line(text), { placeholder: 'type="title"' });
const numbered = (type: string, more = ''): string => `<a:pPr><a:buAutoNum type="${type}" ${more}/></a:pPr>`;

describe('reading order', () => {
  test('the title comes first, then rows from left to right', async () => {
    const shapes =
      shape(line('right'), { at: [500, 202, 200, 100] }) +
      shape(line('below'), { at: [100, 400, 200, 50] }) +
      shape(line('left'), { at: [100, 200, 200, 100] }) +
      title('Title');
    assert.equal(await convert(shapes), '# Title\n\nleft\n\nright\n\nbelow');
  });

  test('a column beside a taller one is read without a break', async () => {
    const shapes =
      shape(line('tall'), { at: [500, 110, 200, 300] }) +
      shape(line('second'), { at: [100, 250, 200, 100] }) +
      shape(line('first'), { at: [100, 100, 200, 100] });
    assert.equal(await convert(shapes), 'first\n\nsecond\n\ntall');
  });

  test('placeholders without a position take that of their layout; groups stay together', async () => {
    const layout = shape(line('Click'), { placeholder: 'type="body" idx="7"', at: [100, 500, 200, 50] });
    const group =
      `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>${transform([400, 100, 200, 600])}</p:grpSpPr>` +
      `${shape(line('b'), { at: [0, 9000, 10, 10] })}${shape(line('a'), { at: [0, 0, 10, 10] })}</p:grpSp>`;
    const shapes =
      shape(line('inherits'), { placeholder: 'idx="7"' }) + group + shape(line('top'), { at: [100, 100, 200, 50] });
    assert.equal(await convert(shapes, { layout }), 'top\n\ninherits\n\na\n\nb');
  });

  test('hidden shapes are counted, or shown with the option; empty ones are omitted', async () => {
    const hidden = shape(line('hidden')).replace('<p:cNvPr ', '<p:cNvPr hidden="1" ');
    const deck = makePptx([{ shapes: `${hidden}${shape('<a:p/>')}${shape(line('text'))}` }]);
    const { markdown, warnings } = await parse(deck, { mediaType: PPTX });
    assert.deepEqual([markdown, warnings[0]?.message], ['text\n', 'Hidden content omitted: shapes: 1.']);
    const all = await parse(deck, { mediaType: PPTX, options: { ...DEFAULT_PARSE_OPTIONS, hidden: true } });
    assert.deepEqual([all.markdown, all.warnings], ['hidden\n\ntext\n', []]);
  });

  test('feet are written once, or by the option with the dates or not at all; numbers of slides never', async () => {
    const feet = ['dt', 'ftr', 'sldNum'].map((type) => shape(line(type), { placeholder: `type="${type}"` })).join('');
    const deck = makePptx(['one', 'two'].map((words) => ({ shapes: shape(line(words)) + feet })));
    const written = async (headers: ParseOptions['headers']): Promise<string> =>
      markdownOf(deck, { mediaType: PPTX, options: { ...DEFAULT_PARSE_OPTIONS, headers } });
    assert.equal(await written('first'), 'one\n\nftr\n\ntwo');
    assert.equal(await written('keep'), 'one\n\ndt\n\nftr\n\ntwo\n\ndt\n\nftr');
    assert.equal(await written('drop'), 'one\n\ntwo');
  });
});

describe('text', () => {
  test('bullets come from the master, unless the layout or paragraph disables them', async () => {
    const textStyles = '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="-"/></a:lvl2pPr>';
    const body = line('one') + line('nested', '<a:pPr lvl="1"/>') + line('plain', '<a:pPr><a:buNone/></a:pPr>');
    const parts = { textStyles };
    assert.equal(await convert(shape(body, { placeholder: 'idx="1"' }), parts), '- one\n  - nested\n\nplain');
    const layout = shape('', { placeholder: 'idx="1"', style: '<a:lvl1pPr><a:buNone/></a:lvl1pPr>' });
    assert.equal(await convert(shape(line('one'), { placeholder: 'idx="1"' }), { textStyles, layout }), 'one');
    assert.equal(await convert(shape(line('no placeholder')), parts), 'no placeholder');
  });

  test('numbering continues until other content comes between', async () => {
    const body =
      line('three', numbered('arabicPeriod', 'startAt="3"')) +
      '<a:p/>' +
      line('four', numbered('arabicPeriod', 'startAt="3"')) +
      line('text') +
      line('one', numbered('arabicParenR')) +
      line('letter', numbered('alphaLcParenR'));
    assert.equal(await convert(shape(body)), '3. three\n4. four\n\ntext\n\n1. one\n\n- a) letter');
  });

  test('formats, links, line breaks and equations', async () => {
    const run = (text: string, attributes: string, content = ''): string =>
      `<a:r><a:rPr ${attributes}>${content}</a:rPr><a:t>${text}</a:t></a:r>`;
    const math = '<a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m>';
    const body =
      `<a:p>${run('bold', 'b="1"')}<a:br/>${run('up', 'baseline="30000"')} ` +
      `${run('link', '', '<a:hlinkClick r:id="H"/>')}</a:p>` +
      `<a:p><mc:AlternateContent><mc:Choice>${math}</mc:Choice><mc:Fallback/></mc:AlternateContent></a:p>` +
      `<a:p>${run('f()', '', '<a:latin typeface="Consolas"/>')}</a:p>`;
    const link = relation('H', 'hyperlink', 'https://a.example/', 'TargetMode="External"');
    assert.equal(
      await convert(shape(body), {}, link),
      '**bold**  \n<sup>up</sup>[link](https://a.example/)\n\n$$x$$\n\n```\nf()\n```',
    );
  });
});

describe('frames', () => {
  const frame = (data: string): string =>
    `<p:graphicFrame><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`;

  test('tables with merged cells', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`;
    const table =
      `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('A', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr>` +
      `<a:tr>${cell('B', 'rowSpan="9"')}${cell('C')}</a:tr><a:tr>${cell('', 'vMerge="1"')}${cell('D')}</a:tr></a:tbl>`;
    assert.equal(
      await convert(frame(table)),
      '<table>\n<tr><th colspan="2">A</th></tr>\n<tr><td ' +
        'rowspan="2">B</td><td>C</td></tr>\n<tr><td>D</td></tr>\n</table>',
    );
  });

  test('diagrams are nested lists, even if they contain cycles', async () => {
    const point = (id: string, text: string, type = 'node'): string =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${text === '' ? '' : line(text)}</dgm:t></dgm:pt>`;
    const link = (from: string, to: string, order: number): string =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
    const data =
      '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ' +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">' +
      `<dgm:ptLst>${point('0', '', 'doc')}${point('1', 'one')}${point('2', 'two')}${point('3', 'below one')}</dgm:ptLst>` +
      `<dgm:cxnLst>${link('0', '2', 1)}${link('0', '1', 0)}${link('1', '3', 0)}${link('3', '1', 0)}</dgm:cxnLst></dgm:dataModel>`;
    const parts = { others: { 'ppt/diagrams/data1.xml': data } };
    const relationships = relation('D', 'diagramData', '../diagrams/data1.xml');
    assert.equal(await convert(frame('<dgm:relIds r:dm="D"/>'), parts, relationships), '- one\n  - below one\n- two');
  });

  test('charts show all levels of their categories, and dates as dates', async () => {
    const points = (...values: string[]): string =>
      values.map((value, at) => (value === '' ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)).join('');
    const chart = (category: string): string =>
      '<c:chartSpace ' +
      'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:lineChart><c:ser>' +
      `<c:cat>${category}</c:cat><c:val>${points('2.0', '3')}</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`;
    const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points('Leeds', 'York')}</c:lvl><c:lvl>${points('UK', '')}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const dates = `<c:numRef><c:numCache><c:formatCode>m/d/yy</c:formatCode>${points('45292', '45293')}</c:numCache></c:numRef>`;
    const tableOf = (category: string): Promise<string> =>
      convert(
        frame('<c:chart r:id="C"/>'),
        { others: { 'ppt/charts/c.xml': chart(category) } },
        relation('C', 'chart', '../charts/c.xml'),
      );
    const head = 'Line chart\n\n|  | Series 1 |\n| --- | --- |\n';
    assert.equal(await tableOf(levels), `${head}| UK / Leeds | 2 |\n| UK / York | 3 |`);
    assert.equal(await tableOf(dates), `${head}| 2024-01-01 | 2 |\n| 2024-01-02 | 3 |`);
  });

  test('images are files of their slide', async () => {
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A duck"/></p:nvPicPr><p:blipFill><a:blip ' +
      'r:embed="I"/></p:blipFill></p:pic>';
    const relationships = relation('I', 'image', '../media/image1.png');
    const parts = { others: { 'ppt/media/image1.png': PNG } };
    const { markdown, images } = await read([{ shapes: title('One') }, { shapes: picture, relationships }], parts);
    assert.equal(markdown, '# One\n\n![A duck](images/image1.png)\n');
    assert.deepEqual(
      images.map(({ name, page }) => ({ name, page })),
      [{ name: 'image1.png', page: 2 }],
    );
  });
});

describe('slides', () => {
  const three = [
    { shapes: title('One') },
    { shapes: title('Two'), attributes: 'show="0"' },
    { shapes: title('Three') },
  ];

  test('are pages; hidden ones are reported, and read on request', async () => {
    const { markdown, pages, warnings } = await read(three);
    assert.equal(markdown, '# One\n\n# Three\n');
    assert.deepEqual(
      pages.map(({ page, start, end }) => [page, markdown.slice(start, end)]),
      [
        [1, '# One'],
        [3, '# Three'],
      ],
    );
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['hidden_omitted'],
    );
    assert.equal((await read(three, {}, { hidden: true })).markdown, '# One\n\n# Two\n\n# Three\n');
  });

  test('those not requested are omitted', async () => {
    const range = [{ first: 2, last: 3 }];
    assert.equal((await read(three, {}, { page_range: range, hidden: true })).markdown, '# Two\n\n# Three\n');
    const { markdown, warnings } = await read(three, {}, { max_pages: 1 });
    assert.equal(markdown, '# One\n');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['pages_omitted'],
    );
  });

  test('notes are a quote unless disabled; comments are read on request', async () => {
    const namespaces =
      'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const notes =
      shape(line('1'), { placeholder: 'type="sldNum"' }) + shape(line('Say hello'), { placeholder: 'type="body"' });
    const parts = {
      relationships: relation('A', 'commentAuthors', 'commentAuthors.xml'),
      others: {
        'ppt/notesSlides/n.xml': `<p:notes ${namespaces}><p:cSld><p:spTree>${notes}</p:spTree></p:cSld></p:notes>`,
        'ppt/comments/c.xml':
          `<p:cmLst ${namespaces}><p:cm authorId="4" ` +
          'dt="2026-01-02T03:04:05.678"><p:text>Check</p:text></p:cm></p:cmLst>',
        'ppt/commentAuthors.xml': `<p:cmAuthorLst ${namespaces}><p:cmAuthor id="4" name="Ada"/></p:cmAuthorLst>`,
      },
    };
    const relationships =
      relation('N', 'notesSlide', '../notesSlides/n.xml') + relation('C', 'comments', '../comments/c.xml');
    const slides = [{ shapes: title('T'), relationships }];
    assert.equal((await read(slides, parts)).markdown, '# T\n\n> **Notes:**\n>\n> Say hello\n');
    assert.equal(
      (await read(slides, parts, { notes: false, comments: true })).markdown,
      '# T\n\n> **Comment by Ada (2026-01-02T03:04:05):**\n>\n> Check\n',
    );
  });

  test('a missing slide is a warning, a presentation without words an error', async () => {
    const { markdown, warnings } = await read([{ shapes: title('One') }], {
      relationships: relation('S2', 'slide', 'slides/none.xml'),
      others: {
        'ppt/presentation.xml':
          '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
          'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
          '<p:sldIdLst><p:sldId r:id="S1"/><p:sldId r:id="S2"/></p:sldIdLst></p:presentation>',
      },
    });
    assert.equal(markdown, '# One\n');
    assert.deepEqual(
      warnings.map(({ code, page }) => [code, page]),
      [['page_unreadable', 2]],
    );
    await assertFails(read([{ shapes: '' }]), 'empty');
    await assertFails(parse('PK\u0003\u0004', { mediaType: PPTX }), 'corrupt');
  });
});
