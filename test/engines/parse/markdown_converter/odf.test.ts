import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../engines/parse/options.ts';
import type { ParsedDocument } from '../../../../engines/parse/documents/types.ts';
import { makeOdf, type OdfParts } from '../../../support/documents/odf.ts';
import { PNG } from '../../../support/documents/zip.ts';
import { assertFails, parse } from '../../../support/documents/parse.ts';

const read = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: string,
  parts?: OdfParts,
  options: Partial<ParseOptions> = {},
): Promise<ParsedDocument> =>
  parse(makeOdf(kind, content, parts), {
    mediaType: `application/vnd.oasis.opendocument.${kind}`,
    options: { ...DEFAULT_PARSE_OPTIONS, ...options },
  });
const convert = async (content: string, parts?: OdfParts, options?: Partial<ParseOptions>): Promise<string> =>
  (await read('text', content, parts, options)).markdown.trimEnd();

const p = (text: string, style = ''): string => `<text:p text:style-name="${style}">${text}</text:p>`;
const h = (text: string, level: number, more = ''): string =>
  `<text:h text:outline-level="${level}" ${more}>${text}</text:h>`;
const paragraphStyle = (name: string, more = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph" ${more}/>`;
const textStyle = (name: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
const level = (at: number, format: string, more = ''): string =>
  `<text:list-level-style-number text:level="${at}" style:num-format="${format}" style:num-suffix="." ${more}/>`;
const bullet = (at: number): string => `<text:list-level-style-bullet text:level="${at}" text:bullet-char="•"/>`;
const listStyle = (name: string, levels: string): string =>
  `<text:list-style style:name="${name}">${levels}</text:list-style>`;
const list = (style: string, items: string, more = ''): string =>
  `<text:list text:style-name="${style}" ${more}>${items}</text:list>`;
const item = (content: string, more = ''): string => `<text:list-item ${more}>${content}</text:list-item>`;

describe('paragraphs', () => {
  test('a title is the only heading of its level; outlines number headings', async () => {
    const styles =
      paragraphStyle('Title') +
      `<text:outline-style>${level(1, '1')}${level(2, '1', 'text:display-levels="2"')}</text:outline-style>`;
    const automatic = paragraphStyle('P1', 'style:parent-style-name="Title"');
    const content =
      p('Name', 'P1') + h('One', 1) + h('Two', 2) + h('Three', 2) + h('Four', 1, 'text:is-list-header="true"');
    assert.equal(await convert(h('One', 1)), '# One');
    assert.equal(
      await convert(content, { styles, automatic }),
      '# Name\n\n## 1 One\n\n### 1.1 Two\n\n### 1.2 Three\n\n## Four',
    );
  });

  test('formats, links, white space and hidden text', async () => {
    const automatic =
      textStyle('T1', 'fo:font-weight="bold"') +
      textStyle('T2', 'style:text-position="super 58%"') +
      textStyle('T3', 'text:display="none"') +
      textStyle('T4', 'style:text-line-through-style="solid"');
    const span = (style: string, text: string): string => `<text:span text:style-name="${style}">${text}</text:span>`;
    const content =
      p(`  a\n  ${span('T1', `b ${span('T4', 'c')}`)}<text:s text:c="2"/>x${span('T2', '2')}${span('T3', 'secret')}`) +
      p('<text:a xlink:href="https://a.example/">link</text:a><text:line-break/>next');
    assert.equal(
      await convert(content, { automatic }),
      'a **b ~~c~~**  x<sup>2</sup>\n\n[link](https://a.example/)  \nnext',
    );
  });

  test('code, quotes, notes and comments', async () => {
    const styles =
      paragraphStyle('Preformatted_20_Text', 'style:display-name="Preformatted Text"') + paragraphStyle('Quotations');
    const note =
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Why</text:p></text:note-body></text:note>';
    const comment = '<office:annotation><dc:creator>Ada</dc:creator><text:p>Check</text:p></office:annotation>';
    const content =
      p('f()', 'Preformatted_20_Text') +
      p('g()', 'Preformatted_20_Text') +
      p('said', 'Quotations') +
      p(`a${note}b${comment}`);
    assert.equal(await convert(content, { styles }), '```\nf()\ng()\n```\n\n> said\n\na[^1]b\n\n[^1]: Why');
    assert.match(await convert(content, { styles }, { comments: true }), /> \*\*Comment by Ada:\*\*\n>\n> Check/);
  });
});

describe('lists', () => {
  const automatic =
    listStyle('N', level(1, '1') + level(2, 'a')) +
    listStyle('B', bullet(1) + bullet(2)) +
    listStyle('O', level(1, ''));

  test('nest, whichever element the inner one is in', async () => {
    const content =
      list('N', item(p('one') + list('', item(p('letter')))) + item(p('two') + p('more'))) +
      list('B', item(list('', item(p('inner')))));
    assert.equal(await convert(content, { automatic }), '1. one\n\n   - a. letter\n\n2. two\n\n   more\n\n   - inner');
  });

  test('continue counting when declared so', async () => {
    const content =
      list('N', item(p('one')), 'xml:id="l1"') +
      p('text') +
      list('N', item(p('two')), 'text:continue-numbering="true"') +
      p('text') +
      list('N', item(p('one'))) +
      p('text') +
      list('N', item(p('three')), 'text:continue-list="l1"') +
      list('N', item(p('nine'), 'text:start-value="9"'));
    assert.equal(
      await convert(content, { automatic }),
      '1. one\n\ntext\n\n2. two\n\ntext\n\n1. one\n\ntext\n\n3. three\n\n9) nine',
    );
  });

  test('a level without a marker is not a list', async () => {
    assert.equal(await convert(list('O', item(p('plain'))), { automatic }), 'plain');
  });
});

describe('tables, pictures and objects', () => {
  const cell = (content: string, more = ''): string => `<table:table-cell ${more}>${content}</table:table-cell>`;
  const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
  const covered = '<table:covered-table-cell/>';

  test('merged and repeated cells', async () => {
    const content = `<table:table><table:table-header-rows>${row(cell(p('A'), 'table:number-columns-spanned="2"'), covered, cell(p('B')))}</table:table-header-rows>${row(
      cell(p('C'), 'table:number-columns-repeated="3"'),
    )}</table:table>`;
    assert.equal(
      await convert(content),
      '<table>\n<tr><th colspan="2">A</th><th>B</th></tr>\n<tr><td>C</td><td>C</td><td>C</td></tr>\n</table>',
    );
    assert.equal(await convert(content, {}, { tables: 'pipe' }), '| A | A | B |\n| --- | --- | --- |\n| C | C | C |');
  });

  test('images are files, text boxes follow their paragraph', async () => {
    const frame = '<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>Logo</svg:desc></draw:frame>';
    const box = `<draw:frame><draw:text-box>${p('boxed')}</draw:text-box></draw:frame>`;
    const { markdown, images } = await read('text', p(`a ${frame}${box} b`), { others: { 'Pictures/a.png': PNG } });
    assert.equal(markdown, 'a ![Logo](images/a.png) b\n\nboxed\n');
    assert.deepEqual(
      images.map(({ name }) => name),
      ['a.png'],
    );
  });

  test('formulas are LaTeX, charts are their values', async () => {
    const math =
      '<math ' +
      'xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>≤</mo>' +
      '<msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="StarMath 5.0">a over ' +
      '2</annotation></semantics></math>';
    const chart =
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
      'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" ' +
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
      'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">' +
      '<office:body><office:chart><chart:chart ' +
      `chart:class="chart:bar"><table:table>${row(cell(''), cell(p('Sales')))}${row(cell(p('Q1')), cell(p('9.1')))}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const object = (name: string): string => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;
    const others = { 'F/content.xml': math, 'C/content.xml': chart };
    assert.equal(
      await convert(p(object('F')) + p(object('C')), { others }),
      '$$\\frac{a}{2} \\leq x^{2}$$\n\nBar chart\n\n|  | Sales |\n| --- | --- |\n| Q1 | 9.1 |',
    );
  });
});

describe('attacks', () => {
  test('a chart inside itself is read once', async () => {
    const object = '<draw:frame><draw:object xlink:href="./C"/></draw:frame>';
    const chart =
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
      'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" ' +
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
      'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' +
      'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ' +
      'xmlns:xlink="http://www.w3.org/1999/xlink">' +
      '<office:body><office:chart><chart:chart ' +
      `chart:class="chart:line"><table:table><table:table-row><table:table-cell>${p('a')}${object}</table:table-cell><table:table-cell>${p('b')}</table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`;
    assert.equal(
      await convert(p(object), { others: { 'C/content.xml': chart } }),
      'Line chart\n\n| a | b |\n| --- | --- |',
    );
  });

  test('repeated cells do not multiply with each nested table', async () => {
    let table = p('x');
    for (let depth = 0; depth < 6; depth++) {
      table =
        '<table:table><table:table-row><table:table-cell ' +
        `table:number-columns-repeated="900">${table}</table:table-cell><table:table-cell/></table:table-row></table:table>`;
    }
    assert.ok((await convert(table)).length < 20_000);
  });
});

describe('spreadsheets', () => {
  const cell = (text: string, more = ''): string =>
    `<table:table-cell ${more}>${text === '' ? '' : p(text)}</table:table-cell>`;
  const row = (cells: string, more = ''): string => `<table:table-row ${more}>${cells}</table:table-row>`;
  const sheet = (name: string, rows: string, style = ''): string =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;

  test('each sheet has a heading and each group of cells a table; the empty rest of a sheet is not counted', async () => {
    const empty = row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048000"');
    const rows =
      row(cell('Title')) +
      row(cell('', 'table:number-columns-repeated="3"')) +
      row(cell('a') + cell('1.50', 'office:value-type="float" office:value="1.5"')) +
      row(cell('b', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
      row(cell('3/4/24', 'office:value-type="date" office:date-value="2024-03-04T10:00:00"')) +
      empty;
    const { markdown } = await read('spreadsheet', sheet('One', rows) + sheet('Two', empty));
    assert.equal(
      markdown,
      '## One\n\nTitle\n\n| a | 1.50 |\n| --- | --- |\n| b | b |\n| b | b |\n| 2024-03-04 10:00:00 |  |\n',
    );
  });

  test('a chart of cells that are written has the names of its series', async () => {
    const object = '<draw:frame><draw:object xlink:href="./C"/></draw:frame>';
    const chart = (address: string): string =>
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
      'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" ' +
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
      'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">' +
      '<office:body><office:chart><chart:chart chart:class="chart:line"><chart:plot-area><chart:series ' +
      `chart:values-cell-range-address="${address}"/></chart:plot-area><table:table>${row(cell('') + cell('Sales'))}${row(cell('1') + cell('7'))}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const convertChart = async (address: string): Promise<string> => {
      const content = sheet('My One', row(cell('a') + `<table:table-cell>${object}</table:table-cell>`));
      return (await read('spreadsheet', content, { others: { 'C/content.xml': chart(address) } })).markdown;
    };
    assert.match(await convertChart("$'My One'.$B$2:$'My One'.$B$9"), /a\n\nLine chart: Sales\n$/);
    assert.match(
      await convertChart('local-table.$B$2:.$B$9'),
      /Line chart\n\n\|  \| Sales \|\n\| --- \| --- \|\n\| 1 \| 7 \|\n$/,
    );
  });

  test('hidden sheets, rows and columns are omitted unless requested', async () => {
    const automatic =
      '<style:style style:name="ta2" style:family="table"><style:table-properties ' +
      'table:display="false"/></style:style>';
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>';
    const rows =
      columns +
      row(cell('a') + cell('b') + cell('c')) +
      row(cell('d'), 'table:visibility="filter"') +
      row(cell('e') + cell('') + cell('f'));
    const content = sheet('One', rows) + sheet('Two', row(cell('secret')), 'ta2');
    const { markdown, warnings } = await read('spreadsheet', content, { automatic });
    assert.equal(markdown, '## One\n\n| a | c |\n| --- | --- |\n| e | f |\n');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['hidden_omitted'],
    );
    assert.match(
      (await read('spreadsheet', content, { automatic }, { hidden: true })).markdown,
      /d[\s\S]*## Two\n\nsecret/,
    );
  });

  test('an endlessly repeated cell is reported as too_large', async () => {
    const many = row(cell('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"');
    await assertFails(read('spreadsheet', sheet('One', many)), 'too_large');
  });
});

describe('presentations', () => {
  const frame = (content: string, more: string): string =>
    `<draw:frame ${more}><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const slide = (content: string, more = ''): string => `<draw:page ${more}>${content}</draw:page>`;

  test('titles come first, then shapes from top to bottom; notes are a quote; slides are pages', async () => {
    const content =
      slide(
        frame(p('low'), 'svg:x="1cm" svg:y="9cm" svg:width="5cm" svg:height="1cm"') +
          frame(p('high'), 'svg:x="1cm" svg:y="4cm" svg:width="5cm" svg:height="1cm"') +
          frame(p('Title'), 'presentation:class="title"') +
          `<presentation:notes>${frame(p('Say hello'), 'presentation:class="notes"')}</presentation:notes>`,
      ) + slide(frame(p('Two'), 'presentation:class="title"'));
    const { markdown, pages, title } = await read('presentation', content);
    assert.equal(markdown, '# Title\n\nhigh\n\nlow\n\n> **Notes:**\n>\n> Say hello\n\n# Two\n');
    assert.deepEqual(
      pages.map(({ page, start, end }) => [page, markdown.slice(start, end).slice(0, 7)]),
      [
        [1, '# Title'],
        [2, '# Two'],
      ],
    );
    assert.equal(title, 'Title');
  });

  test('hidden slides and those not requested are omitted', async () => {
    const automatic =
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties ' +
      'presentation:visibility="hidden"/></style:style>';
    const title = (text: string): string => frame(p(text), 'presentation:class="title"');
    const content = slide(title('One')) + slide(title('Two'), 'draw:style-name="dp2"') + slide(title('Three'));
    const { markdown, warnings } = await read('presentation', content, { automatic });
    assert.equal(markdown, '# One\n\n# Three\n');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['hidden_omitted'],
    );
    const range = { page_range: [{ first: 3, last: 9 }] };
    assert.equal((await read('presentation', content, { automatic }, range)).markdown, '# Three\n');
  });
});

test('deleted text is shown once, never inside itself, whatever marks name it', async () => {
  const mark = (id: string): string => `<text:change text:change-id="${id}"/>`;
  const deletion = (id: string, content: string): string =>
    `<text:changed-region text:id="${id}"><text:deletion>${content}</text:deletion></text:changed-region>`;
  const content =
    `<text:tracked-changes>${deletion('a', p(`one${mark('a')}${mark('b')}`))}${deletion('b', p(`two${mark('a')}`))}` +
    `</text:tracked-changes>${p(`kept ${mark('a')}${mark('b')}`)}`;
  assert.equal(await convert(content, {}, { tracked_changes: true }), 'kept <del>onetwo</del>');
  const chain = Array.from({ length: 1000 }, (_, at) => deletion(`${at}`, p(`w${at} ${mark(`${at + 1}`)}`)));
  const long = `<text:tracked-changes>${chain.join('')}</text:tracked-changes>${p(`kept ${mark('0')}`)}`;
  assert.match(await convert(long, {}, { tracked_changes: true }), /^kept <del>w0 w1 /);
});

test('words of a document that are names of JavaScript are no kinds of charts', async () => {
  const chart = (kind: string): string =>
    `<text:p><draw:frame><draw:object><office:document><office:body><office:chart><chart:chart chart:class="${kind}">` +
    `<table:table><table:table-row><table:table-cell>${p('tides')}</table:table-cell></table:table-row></table:table>` +
    '</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame></text:p>';
  for (const kind of ['constructor', '__proto__', 'toString']) assert.equal(await convert(chart(kind)), 'tides');
});

describe('files', () => {
  test('document metadata is read', async () => {
    const meta =
      '<dc:title>Report</dc:title><meta:initial-creator>Ada</meta:initial-creator><dc:language>en-GB</dc:language>' +
      '<meta:creation-date>2026-01-02T03:04:05</meta:creation-date>';
    const { title, authors, language, createdAt } = await read('text', p('x'), { meta });
    assert.deepEqual([title, authors, language], ['Report', ['Ada'], 'en-GB']);
    assert.match(createdAt ?? '', /^2026-01-0[123]T/);
  });

  test('unreadable files are reported', async () => {
    const manifest =
      '<manifest:manifest ' +
      'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    await assertFails(read('text', p('x'), { others: { 'META-INF/manifest.xml': manifest } }), 'encrypted');
    await assertFails(read('text', ''), 'empty');
    await assertFails(read('text', 'x', { others: { 'content.xml': '<other/>' } }), 'corrupt');
  });
});
