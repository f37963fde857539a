/** Places of workbooks of Excel, new, binary and old. */
import { uint16, uint32 } from '../../../support/documents/doc.ts';
import { XLSX } from '../../../support/documents/parse.ts';
import { at, makeXls, xlsRecord, xlsString, type XlsSheet } from '../../../support/documents/xls.ts';
import { makeXlsx, rows, type Sheet, type XlsxParts } from '../../../support/documents/xlsx.ts';
import { officeFacts, oldFacts } from './facts.ts';
import { chosenBy, MARKER, none, OUT, unless, warned, type Format } from './place.ts';

const relation = (id: string, type: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${more}/>`;
const relations = (...list: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const DRAWING =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
  'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" ' +
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A sheet with the content behind its cells, and what its relationships lead to. */
const sheet = (more: string, parts: XlsxParts = {}, others: Partial<Sheet> = {}): Uint8Array =>
  makeXlsx([{ content: rows(['Tides']) + more, ...others }], parts);
const cells = (content: string, parts: XlsxParts = {}): Uint8Array => makeXlsx([{ content }], parts);
const linked = (type: string, part: string, bytes: string | Uint8Array, more = ''): Uint8Array =>
  sheet(more, { others: { [`xl/${part}`]: bytes } }, { relationships: relation('X', type, `../${part}`) });
const drawn = (inner: string, parts: Readonly<Record<string, string>> = {}, ...list: readonly string[]): Uint8Array =>
  sheet(
    '',
    {
      others: {
        'xl/drawings/d.xml':
          `<xdr:wsDr ${DRAWING}><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>3</xdr:row></xdr:from>${inner}` +
          '</xdr:oneCellAnchor></xdr:wsDr>',
        'xl/drawings/_rels/d.xml.rels': relations(...list),
        ...parts,
      },
    },
    { relationships: relation('D', 'drawing', '../drawings/d.xml') },
  );
const frame = (inner: string): string =>
  `<xdr:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></xdr:graphicFrame>`;
const words = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const rich = (text: string): string => `<c:title><c:tx><c:rich>${words(text)}</c:rich></c:tx></c:title>`;
const chart = (title: string, category: string, axis = ''): Uint8Array =>
  drawn(
    frame('<c:chart r:id="C"/>'),
    {
      'xl/charts/c.xml':
        `<c:chartSpace ${DRAWING}><c:chart>${rich(title)}<c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:strCache>` +
        `<c:pt idx="0"><c:v>${category}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>` +
        '<c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart>' +
        `<c:catAx>${axis}</c:catAx></c:plotArea></c:chart></c:chartSpace>`,
    },
    relation('C', 'chart', '../charts/c.xml'),
  );
const names = (inner: string): Uint8Array => sheet('', { properties: `<definedNames>${inner}</definedNames>` });
const validation = (attributes: string, inner = ''): Uint8Array =>
  sheet(`<dataValidations><dataValidation sqref="B2" ${attributes}>${inner}</dataValidation></dataValidations>`);
const vml = (inner: string): Uint8Array =>
  linked(
    'vmlDrawing',
    'drawings/v.vml',
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${inner}</xml>`,
  );
const hiddenCell = `<c t="str"><v>${MARKER}</v></c>`;

export const EXCEL: Format = {
  name: 'Workbooks of Excel (XLSX, XLSM, XLSB)',
  mediaTypes: [XLSX],
  places: [
    ['Cells', OUT, cells(rows([MARKER]))],
    ['Shared texts', OUT, cells(rows(['<c t="s"><v>0</v></c>']), { strings: `<si><t>${MARKER}</t></si>` })],
    ['Texts in the cell', OUT, cells(rows([`<c t="inlineStr"><is><t>${MARKER}</t></is></c>`]))],
    [
      'Runs of formatted text',
      OUT,
      cells(rows(['<c t="s"><v>0</v></c>']), { strings: `<si><r><t>${MARKER}</t></r></si>` }),
    ],
    [
      'Readings above the text (phonetic)',
      none('what was typed for the characters, by which sheets are sorted'),
      cells(rows(['<c t="s"><v>0</v></c>']), { strings: `<si><t>a</t><rPh sb="0" eb="1"><t>${MARKER}</t></rPh></si>` }),
    ],
    ['Formulas with a value', none('cells have the values'), cells(rows([`<c><f>"${MARKER}"</f><v>3</v></c>`]))],
    ['Formulas without a value', OUT, cells(rows([`<c><f>LEN("${MARKER}")</f></c>`]))],
    [
      'Formats of numbers: words',
      OUT,
      cells(rows(['<c s="1"><v>3</v></c>']), {
        styles: `<numFmts><numFmt numFmtId="170" formatCode="0 &quot;${MARKER}&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`,
      }),
    ],
    ['Names of sheets', OUT, makeXlsx([{ name: MARKER, content: rows(['Tides']) }])],
    [
      'Hidden sheets',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeXlsx([{ content: rows(['Tides']) }, { content: rows([MARKER]), attributes: 'state="hidden"' }]),
    ],
    [
      'Sheets that are hidden from users too',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeXlsx([{ content: rows(['Tides']) }, { content: rows([MARKER]), attributes: 'state="veryHidden"' }]),
    ],
    [
      'Hidden rows',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      cells(rows(['Tides'], [MARKER]).replace('</row><row>', '</row><row hidden="1">')),
    ],
    [
      'Hidden columns',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      cells(`<cols><col min="2" max="2" hidden="1"/></cols>${rows(['Tides', MARKER])}`),
    ],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      cells(`${rows(['Tides', hiddenCell])}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`),
    ],
    [
      'Cells whose format shows nothing (;;;)',
      OUT,
      cells(rows(['Tides'], [`<c s="1" t="str"><v>${MARKER}</v></c>`]), {
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>',
      }),
    ],

    [
      'Addresses of links',
      OUT,
      sheet(
        '<hyperlinks><hyperlink ref="A1" r:id="L"/></hyperlinks>',
        {},
        { relationships: relation('L', 'hyperlink', `https://example.org/${MARKER}`, 'TargetMode="External"') },
      ),
    ],
    [
      'Tips of links',
      none('shown only while the pointer is on the link'),
      sheet(`<hyperlinks><hyperlink ref="A1" location="A2" tooltip="${MARKER}"/></hyperlinks>`),
    ],
    [
      'Comments',
      chosenBy({ comments: true }),
      linked(
        'comments',
        'comments1.xml',
        `<comments ${MAIN}><authors><author>Ada</author></authors><commentList><comment ref="A1" authorId="0"><text><t>${MARKER}</t></text></comment></commentList></comments>`,
      ),
    ],
    [
      'Comments with answers',
      chosenBy({ comments: true }),
      linked(
        'threadedComment',
        'threadedComments/t.xml',
        `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" id="{1}" personId="{2}"><text>${MARKER}</text></threadedComment></ThreadedComments>`,
      ),
    ],
    [
      'Heads of pages',
      unless({ headers: 'drop' }),
      sheet(`<headerFooter><oddHeader>&amp;C${MARKER}</oddHeader></headerFooter>`),
    ],
    [
      'Feet of pages',
      unless({ headers: 'drop' }),
      sheet(`<headerFooter><oddFooter>&amp;C${MARKER}</oddFooter></headerFooter>`),
    ],
    [
      'Heads of even pages',
      chosenBy({ headers: 'keep' }),
      sheet(
        `<headerFooter differentOddEven="1"><oddHeader>a</oddHeader><evenHeader>${MARKER}</evenHeader></headerFooter>`,
      ),
    ],
    ['Lists of choices', OUT, validation('type="list"', `<formula1>"a,${MARKER}"</formula1>`)],
    ['Prompts of cells', OUT, validation(`prompt="${MARKER}"`)],
    ['Messages for invalid input', OUT, validation(`error="${MARKER}"`)],
    [
      'Rules of invalid input',
      warned('objects_omitted'),
      validation('type="custom"', `<formula1>A1="${MARKER}"</formula1>`),
    ],
    ['Names of constants', OUT, names(`<definedName name="${MARKER}">0.19</definedName>`)],
    ['Constants with a name', OUT, names(`<definedName name="Firm">"${MARKER}"</definedName>`)],
    ['Names of cells', warned('objects_omitted'), names(`<definedName name="${MARKER}">Sheet1!$A$1</definedName>`)],
    ['Comments on names', OUT, names(`<definedName name="Firm" comment="${MARKER}">"a"</definedName>`)],
    [
      'Names of tables',
      none('a name for formulas, which no sheet shows'),
      linked(
        'table',
        'tables/t.xml',
        `<table ${MAIN} id="1" name="${MARKER}" displayName="${MARKER}" ref="A1:A2"><tableColumns><tableColumn id="1" name="Tides"/></tableColumns></table>`,
      ),
    ],
    [
      'Names of scenarios and their values',
      warned('objects_omitted'),
      sheet(
        `<scenarios><scenario name="${MARKER}" comment="${MARKER}"><inputCells r="A1" val="${MARKER}"/></scenario></scenarios>`,
      ),
    ],
    ['Text boxes', OUT, drawn(`<xdr:sp><xdr:txBody>${words(MARKER)}</xdr:txBody></xdr:sp>`)],
    [
      'Groups of shapes',
      OUT,
      drawn(`<xdr:grpSp><xdr:sp><xdr:txBody>${words(MARKER)}</xdr:txBody></xdr:sp></xdr:grpSp>`),
    ],
    [
      'Descriptions of pictures',
      OUT,
      drawn(
        `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="x" descr="${MARKER}"/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="P"/></xdr:blipFill></xdr:pic>`,
        {},
        relation('P', 'image', 'https://example.org/a.png', 'TargetMode="External"'),
      ),
    ],
    [
      'Descriptions of shapes',
      OUT,
      drawn(`<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="x" descr="${MARKER}"/></xdr:nvSpPr></xdr:sp>`),
    ],
    ['Charts: title', OUT, chart(MARKER, 'Noon')],
    ['Charts: categories', OUT, chart('Tides', MARKER)],
    ['Charts: titles of axes', OUT, chart('Tides', 'Noon', rich(MARKER))],
    [
      'Charts of Office 2016: title',
      OUT,
      drawn(
        frame('<cx:chart r:id="C"/>'),
        {
          'xl/charts/c.xml': `<cx:chartSpace ${DRAWING}><cx:chartData><cx:data id="0"><cx:strDim><cx:lvl><cx:pt idx="0">${MARKER}</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt idx="0">5</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
        },
        relation('C', 'chartEx', '../charts/c.xml'),
      ),
    ],
    ['Charts on sheets of their own', OUT, makeXlsx([{ content: rows(['Tides']) }], { others: chartSheet() })],
    [
      'Diagrams (SmartArt)',
      OUT,
      drawn(
        frame('<dgm:relIds r:dm="M"/>'),
        {
          'xl/diagrams/data.xml': `<dgm:dataModel ${DRAWING}><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t>${words(MARKER)}</dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>`,
        },
        relation('M', 'diagramData', '../diagrams/data.xml'),
      ),
    ],
    ['Slicers', warned('objects_omitted'), drawn(frame(`<sle:slicer xmlns:sle="http://sle" name="${MARKER}"/>`))],
    [
      'Form controls',
      OUT,
      vml(
        `<v:shape><v:textbox><div><font>${MARKER}</font></div></v:textbox><x:ClientData ObjectType="Checkbox"><x:Anchor>0, 1, 3, 1, 2, 1, 4, 1</x:Anchor><x:Checked>1</x:Checked></x:ClientData></v:shape>`,
      ),
    ],
    [
      'ActiveX controls',
      warned('objects_omitted'),
      linked(
        'control',
        'activeX/a.xml',
        `<ax:ocx xmlns:ax="urn:a"><ax:ocxPr ax:name="Caption" ax:value="${MARKER}"/></ax:ocx>`,
      ),
    ],
    [
      'Embedded workbooks and documents',
      warned('objects_omitted'),
      linked('package', 'embeddings/book.xlsx', cells(rows([MARKER]))),
    ],
    ['Embedded files of other programs', warned('objects_omitted'), linked('oleObject', 'embeddings/o.bin', MARKER)],
    [
      'Values of pivot tables that no cell shows',
      warned('objects_omitted'),
      sheet('', {
        relationships: relation('P', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'),
        others: {
          'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition ${MAIN}><cacheFields><cacheField name="a"><sharedItems><s v="${MARKER}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
        },
      }),
    ],
    [
      'Values of linked workbooks',
      warned('objects_omitted'),
      sheet('', {
        relationships: relation('P', 'externalLink', 'externalLinks/externalLink1.xml'),
        others: {
          'xl/externalLinks/externalLink1.xml': `<externalLink ${MAIN}><externalBook><sheetNames><sheetName val="a"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>${MARKER}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
        },
      }),
    ],
    [
      'Text of conditional formats',
      none('formatting'),
      sheet(
        `<conditionalFormatting sqref="A1"><cfRule type="containsText" text="${MARKER}"><formula>1</formula></cfRule></conditionalFormatting>`,
      ),
    ],
    ...officeFacts((others) => sheet('', { others })),
  ],
};

function chartSheet(): Record<string, string> {
  const main = `${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
  return {
    'xl/workbook.xml': `<workbook ${main}><sheets><sheet name="Sheet1" r:id="S1"/><sheet name="Chart" r:id="S2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('S1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('S2', 'chartsheet', 'chartsheets/sheet1.xml'),
    ),
    'xl/chartsheets/sheet1.xml': `<chartsheet ${main}><drawing r:id="D"/></chartsheet>`,
    'xl/chartsheets/_rels/sheet1.xml.rels': relations(relation('D', 'drawing', '../drawings/d.xml')),
    'xl/drawings/d.xml': `<xdr:wsDr ${DRAWING}><xdr:absoluteAnchor>${frame('<c:chart r:id="C"/>')}</xdr:absoluteAnchor></xdr:wsDr>`,
    'xl/drawings/_rels/d.xml.rels': relations(relation('C', 'chart', '../charts/c.xml')),
    'xl/charts/c.xml': `<c:chartSpace ${DRAWING}><c:chart>${rich(MARKER)}<c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  };
}

const label = (text: string, line = 0): Buffer => xlsRecord(0x204, at(line, 0), xlsString(text));
const xls = (...records: readonly Buffer[]): Buffer => makeXls([{ name: 'S', records: [label('Tides'), ...records] }]);
const old = (more: Partial<XlsSheet>): XlsSheet => ({ name: 'S', records: [label('Tides')], ...more });
const object = (kind: number, id: number): Buffer =>
  xlsRecord(0x5d, uint16(0x15), uint16(18), uint16(kind), uint16(id), Buffer.alloc(14), uint32(0));
const textOfObject = (text: string): Buffer[] => [
  xlsRecord(0x1b6, Buffer.alloc(10), uint16(text.length), uint16(16), Buffer.alloc(4)),
  xlsRecord(0x3c, Buffer.from([0]), Buffer.from(text, 'latin1')),
];
const rule = (texts: readonly string[], choices: string, kind = 3): Buffer => {
  const list = Buffer.concat([Buffer.from([0x17, choices.length, 0]), Buffer.from(choices, 'latin1')]);
  return xlsRecord(
    0x1be,
    uint32(0x80 | kind),
    ...texts.map(xlsString),
    uint16(list.length),
    uint16(0),
    list,
    uint16(0),
    uint16(0),
    ...[1, 1, 8, 1, 1].map(uint16),
  );
};

export const OLD_EXCEL: Format = {
  name: 'Workbooks of Excel 97 (XLS)',
  mediaTypes: ['application/vnd.ms-excel'],
  places: [
    ['Cells', OUT, xls(label(MARKER, 1))],
    ['Names of sheets', OUT, makeXls([old({ name: MARKER })])],
    [
      'Hidden sheets',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeXls([old({}), old({ records: [label(MARKER)], isHidden: true })]),
    ],
    [
      'Hidden rows',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeXls([
        old({
          records: [
            xlsRecord(0x208, uint16(1), uint16(0), uint16(0), uint16(300), Buffer.alloc(4), uint32(0x20)),
            label('Tides'),
            label(MARKER, 1),
          ],
        }),
      ]),
    ],
    ['Heads of pages', unless({ headers: 'drop' }), xls(xlsRecord(0x14, xlsString(MARKER)))],
    ['Feet of pages', unless({ headers: 'drop' }), xls(xlsRecord(0x15, xlsString(MARKER)))],
    ['Lists of choices', OUT, xls(rule(['\0', '\0', '\0', '\0'], `a\0${MARKER}`))],
    ['Prompts of cells', OUT, xls(rule(['\0', '\0', MARKER, '\0'], 'a'))],
    ['Messages for invalid input', OUT, xls(rule(['\0', '\0', '\0', MARKER], 'a'))],
    ['Rules of invalid input', warned('objects_omitted'), xls(rule(['\0', '\0', '\0', '\0'], MARKER, 7))],
    [
      'Names of scenarios and their values',
      warned('objects_omitted'),
      xls(xlsRecord(0xaf, Buffer.alloc(8), xlsString(MARKER))),
    ],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      xls(label(MARKER, 1), xlsRecord(0xe5, uint16(1), ...[0, 1, 0, 0].map(uint16))),
    ],
    ['Text boxes', OUT, xls(object(6, 1), ...textOfObject(MARKER))],
    [
      'Comments',
      chosenBy({ comments: true }),
      xls(
        object(0x19, 4),
        ...textOfObject(MARKER),
        xlsRecord(0x1c, uint16(0), uint16(0), uint16(0), uint16(4), xlsString('Ada')),
      ),
    ],
    ['Charts', warned('objects_omitted'), xls(object(5, 5))],
    ...oldFacts((streams) => makeXls([old({})], [], streams)),
  ],
};
