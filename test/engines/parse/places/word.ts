/** Places of Word documents, rich text and their old formats. */
import { makeDocx, paragraph, type DocxParts } from '../../../support/documents/docx.ts';
import { DOCX } from '../../../support/documents/parse.ts';
import { makeXlsx, rows } from '../../../support/documents/xlsx.ts';
import { officeFacts } from './facts.ts';
import { unless, chosenBy, MARKER, none, OUT, warned, type Format } from './place.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = paragraph(MARKER);
const BESIDE = paragraph('Tides');
const run = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`;
const relation = (type: string, target: string, more = ''): string =>
  `<Relationship Id="X" Type="${OFFICE}/${type}" Target="${target}" ${more}/>`;
const body = (content: string, parts?: DocxParts): Uint8Array => makeDocx(BESIDE + content, parts);
const inline = (content: string, parts?: DocxParts): Uint8Array => body(`<w:p>${run('On ')}${content}</w:p>`, parts);
/** A document with one further part, to which `X` leads. */
const withPart = (content: string, type: string, part: string, bytes: string | Uint8Array): Uint8Array =>
  body(content, { relationships: relation(type, part), others: { [`word/${part}`]: bytes } });
const headed = (root: 'hdr' | 'ftr', kind: string, more = ''): Uint8Array => {
  const [type, name] = root === 'hdr' ? ['header', 'headerReference'] : ['footer', 'footerReference'];
  return withPart(
    `<w:sectPr><w:${name} w:type="${kind}" r:id="X"/>${more}</w:sectPr>`,
    type,
    'part.xml',
    `<w:${root} ${MAIN}>${P}</w:${root}>`,
  );
};
const evenHead = (setting: string): Uint8Array =>
  body('<w:sectPr><w:headerReference w:type="even" r:id="X"/></w:sectPr>', {
    relationships: relation('header', 'part.xml') + relation('settings', 'settings.xml').replace('"X"', '"Y"'),
    others: {
      'word/part.xml': `<w:hdr ${MAIN}>${P}</w:hdr>`,
      'word/settings.xml': `<w:settings ${MAIN}>${setting}</w:settings>`,
    },
  });
const field = (code: string, result: string): string =>
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ' +
  `${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar ` +
  'w:fldCharType="end"/></w:r>';
const formField = (data: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMTEXT` +
  '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const graphic = (data: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const table = (cell: string): string => `<w:tbl><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
const merged = (kind: string, cell: string): string =>
  `<w:tr><w:tc><w:tcPr><w:vMerge w:val="${kind}"/></w:tcPr>${cell}</w:tc><w:tc>${BESIDE}</w:tc></w:tr>`;
const note = (text: string): string => `<w:footnote w:id="2">${text}</w:footnote>`;
const chart = (title: string, category: string, axis = ''): string =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${DRAWING}><c:chart><c:title><c:tx>` +
  `<c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:cat>` +
  `<c:strRef><c:strCache><c:pt idx="0"><c:v>${category}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef>` +
  '<c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart>' +
  `<c:catAx>${axis}</c:catAx></c:plotArea></c:chart></c:chartSpace>`;
const chartIn = (xml: string): Uint8Array =>
  withPart(`<w:p>${graphic('<c:chart r:id="X"/>')}</w:p>`, 'chart', 'chart.xml', xml);
const workbook = makeXlsx([{ content: rows([MARKER]) }]);

export const WORD: Format = {
  name: 'Word documents (DOCX)',
  mediaTypes: [DOCX],
  places: [
    ['Paragraphs', OUT, body(P)],
    ['Cells of tables', OUT, body(table(P))],
    ['Tables in cells', OUT, body(table(`${BESIDE}${table(P)}${BESIDE}`))],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      body(`<w:tbl>${merged('restart', BESIDE)}${merged('continue', P)}</w:tbl>`),
    ],
    [
      'Descriptions of tables',
      OUT,
      body(table(BESIDE).replace('<w:tr>', `<w:tblPr><w:tblCaption w:val="${MARKER}"/></w:tblPr><w:tr>`)),
    ],
    ['Links', OUT, inline(`<w:hyperlink w:anchor="a">${run(MARKER)}</w:hyperlink>`)],
    [
      'Addresses of links',
      OUT,
      inline(`<w:hyperlink r:id="X">${run('here')}</w:hyperlink>`, {
        relationships: relation('hyperlink', `https://example.org/${MARKER}`, 'TargetMode="External"'),
      }),
    ],
    [
      'Tips of links',
      none('shown only while the pointer is on the link'),
      inline(`<w:hyperlink w:anchor="a" w:tooltip="${MARKER}">${run('here')}</w:hyperlink>`),
    ],
    ['Smart tags and custom XML', OUT, inline(`<w:smartTag><w:customXml>${run(MARKER)}</w:customXml></w:smartTag>`)],
    ['Text in other directions', OUT, inline(`<w:dir><w:bdo>${run(MARKER)}</w:bdo></w:dir>`)],
    ['Formulas', OUT, inline(`<m:oMath><m:r><m:t>${MARKER}</m:t></m:r></m:oMath>`)],
    [
      'Ruby: base',
      OUT,
      inline(`<w:r><w:ruby><w:rt>${run('a')}</w:rt><w:rubyBase>${run(MARKER)}</w:rubyBase></w:ruby></w:r>`),
    ],
    [
      'Ruby: reading above the base',
      OUT,
      inline(`<w:r><w:ruby><w:rt>${run(MARKER)}</w:rt><w:rubyBase>${run('a')}</w:rubyBase></w:ruby></w:r>`),
    ],
    [
      'Hidden text',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      inline(`<w:r><w:rPr><w:vanish/></w:rPr><w:t>${MARKER}</w:t></w:r>`),
    ],
    ['Insertions that are tracked', OUT, inline(`<w:ins w:id="1">${run(MARKER)}</w:ins>`)],
    [
      'Deletions that are tracked',
      chosenBy({ tracked_changes: true }),
      inline(`<w:del w:id="1"><w:r><w:delText>${MARKER}</w:delText></w:r></w:del>`),
    ],
    ['Text that was moved, at its new place', OUT, inline(`<w:moveTo w:id="1">${run(MARKER)}</w:moveTo>`)],
    ['Fields: result', OUT, inline(field('REF x', run(MARKER)))],
    ['Simple fields: result', OUT, inline(`<w:fldSimple w:instr="REF x">${run(MARKER)}</w:fldSimple>`)],
    [
      'Fields without a result: code',
      none('the page shows nothing in its place'),
      inline(field(`DOCPROPERTY ${MARKER}`, '')),
    ],
    ['Fields in fields: result', OUT, inline(field('IF', field('REF x', run(MARKER))))],
    [
      'Text fields of forms: default',
      OUT,
      inline(formField(`<w:textInput><w:default w:val="${MARKER}"/></w:textInput>`)),
    ],
    [
      'Lists in forms: chosen entry',
      OUT,
      inline(
        formField(`<w:ddList><w:result w:val="1"/><w:listEntry w:val="a"/><w:listEntry w:val="${MARKER}"/></w:ddList>`),
      ),
    ],
    [
      'Help for fields of forms',
      none('shown only while a form is filled in'),
      inline(formField(`<w:statusText w:type="text" w:val="${MARKER}"/><w:textInput/>`)),
    ],
    ['Content controls around paragraphs', OUT, body(control('', P))],
    ['Content controls in a line', OUT, inline(control('', run(MARKER)))],
    ['Content controls around rows', OUT, body(`<w:tbl>${control('', `<w:tr><w:tc>${P}</w:tc></w:tr>`)}</w:tbl>`)],
    ['Content controls around cells', OUT, body(`<w:tbl><w:tr>${control('', `<w:tc>${P}</w:tc>`)}</w:tr></w:tbl>`)],
    [
      'Content controls: value in the XML that they show',
      OUT,
      body(
        control(
          `<w:dataBinding w:xpath="/n:client" w:prefixMappings="xmlns:n='urn:n'" w:storeItemID="{A}"/>`,
          paragraph(''),
        ),
        {
          relationships: relation('customXml', '../customXml/item1.xml'),
          others: { 'customXml/item1.xml': `<client xmlns="urn:n">${MARKER}</client>` },
        },
      ),
    ],
    [
      'Content controls: choices that are not chosen',
      none('the text is the choice that was made'),
      inline(control(`<w:dropDownList><w:listItem w:displayText="${MARKER}" w:value="a"/></w:dropDownList>`, run('b'))),
    ],
    [
      'Content controls: titles',
      none('shown only while a form is filled in'),
      inline(control(`<w:alias w:val="${MARKER}"/>`, run('b'))),
    ],
    ['Footnotes', OUT, inline('<w:r><w:footnoteReference w:id="2"/></w:r>', { footnotes: note(P) })],
    [
      'Endnotes',
      OUT,
      withPart(
        '<w:p><w:r><w:endnoteReference w:id="2"/></w:r></w:p>',
        'endnotes',
        'endnotes.xml',
        `<w:endnotes ${MAIN}><w:endnote w:id="2">${P}</w:endnote></w:endnotes>`,
      ),
    ],
    ['Footnotes without a reference', warned('objects_omitted'), body('', { footnotes: note(P) })],
    [
      'Comments',
      chosenBy({ comments: true }),
      withPart(
        '<w:p><w:r><w:t>On</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>',
        'comments',
        'comments.xml',
        `<w:comments ${MAIN}><w:comment w:id="0" w:author="Ada">${P}</w:comment></w:comments>`,
      ),
    ],
    ['Heads of pages', unless({ headers: 'drop' }), headed('hdr', 'default')],
    ['Feet of pages', unless({ headers: 'drop' }), headed('ftr', 'default')],
    ['Heads of first pages', unless({ headers: 'drop' }), headed('hdr', 'first', '<w:titlePg/>')],
    ['Heads of even pages', chosenBy({ headers: 'keep' }), evenHead('<w:evenAndOddHeaders/>')],
    ['Heads of even pages that are turned off', none('no page shows them'), evenHead('')],
    ['Text boxes', OUT, inline(graphic(`<wps:wsp><wps:txbx><w:txbxContent>${P}</w:txbxContent></wps:txbx></wps:wsp>`))],
    [
      'Text boxes of older programs (VML)',
      OUT,
      inline(
        `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${P}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      ),
    ],
    [
      'WordArt of older programs',
      OUT,
      inline(`<w:r><w:pict><v:shape><v:textpath string="${MARKER}"/></v:shape></w:pict></w:r>`),
    ],
    [
      'Text boxes in groups',
      OUT,
      inline(
        graphic(
          '<wpg:wgp xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wps:wsp><wps:txbx>' +
            `<w:txbxContent>${P}</w:txbxContent></wps:txbx></wps:wsp></wpg:wgp>`,
        ),
      ),
    ],
    [
      'Descriptions of pictures',
      OUT,
      inline(graphic('<a:blip r:link="X"/>').replace('name="x"', `name="x" descr="${MARKER}"`), {
        relationships: relation('image', 'https://example.org/a.png', 'TargetMode="External"'),
      }),
    ],
    [
      'Pictures of kinds that browsers do not show',
      warned('pictures_omitted'),
      withPart(`<w:p>${graphic('<a:blip r:embed="X"/>')}</w:p>`, 'image', 'media/a.emf', `metafile ${MARKER}`),
    ],
    ['Descriptions of shapes', OUT, inline(graphic('<wps:wsp/>').replace('name="x"', `name="x" descr="${MARKER}"`))],
    ['Titles of pictures and shapes', OUT, inline(graphic('').replace('name="x"', `name="x" title="${MARKER}"`))],
    ['Charts: categories', OUT, chartIn(chart('Tides', MARKER))],
    ['Charts: title', OUT, chartIn(chart(MARKER, 'Noon'))],
    [
      'Charts: titles of axes',
      OUT,
      chartIn(
        chart(
          'Tides',
          'Noon',
          `<c:title><c:tx><c:rich><a:p><a:r><a:t>${MARKER}</a:t></a:r></a:p></c:rich></c:tx></c:title>`,
        ),
      ),
    ],
    [
      'Charts of Office 2016',
      OUT,
      withPart(
        `<w:p>${graphic('<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="X"/>')}</w:p>`,
        'chartEx',
        'chart.xml',
        '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0">' +
          `<cx:strDim><cx:lvl><cx:pt idx="0">${MARKER}</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt idx="0">5` +
          '</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series ' +
          'layoutId="waterfall"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>',
      ),
    ],
    [
      'Diagrams (SmartArt)',
      OUT,
      withPart(
        `<w:p>${graphic('<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="X"/>')}</w:p>`,
        'diagramData',
        'data.xml',
        `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${DRAWING}><dgm:ptLst><dgm:pt ` +
          `modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${MARKER}</a:t></a:r></a:p></dgm:t></dgm:pt>` +
          '</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>',
      ),
    ],
    [
      'Embedded workbooks',
      OUT,
      withPart(
        '<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:o" r:id="X"/></w:object></w:r></w:p>',
        'package',
        'book.xlsx',
        workbook,
      ),
    ],
    [
      'Imported documents (altChunk): web pages',
      OUT,
      withPart('<w:altChunk r:id="X"/>', 'aFChunk', 'chunk.html', `<html><body><p>${MARKER}</p></body></html>`),
    ],
    [
      'Imported documents (altChunk): Word documents',
      OUT,
      withPart('<w:altChunk r:id="X"/>', 'aFChunk', 'chunk.docx', makeDocx(P)),
    ],
    [
      'Sources of the bibliography',
      none('the bibliography shows those that it cites'),
      makeDocx(BESIDE, {
        relationships: relation('customXml', '../customXml/item1.xml'),
        others: {
          'customXml/item1.xml': `<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Title>${MARKER}</b:Title></b:Source></b:Sources>`,
        },
      }),
    ],
    [
      'Building blocks (glossary)',
      none('text that could be inserted, and is not part of the document'),
      withPart(
        '',
        'glossaryDocument',
        'glossary/document.xml',
        `<w:glossaryDocument ${MAIN}>${P}</w:glossaryDocument>`,
      ),
    ],
    [
      'Names of bookmarks',
      none('names of places, which no program shows'),
      inline(`<w:bookmarkStart w:id="1" w:name="${MARKER}"/>`),
    ],
    [
      'Variables of the document',
      none('a value that no field shows is not part of the text'),
      withPart(
        '',
        'settings',
        'settings.xml',
        `<w:settings ${MAIN}><w:docVars><w:docVar w:name="a" w:val="${MARKER}"/></w:docVars></w:settings>`,
      ),
    ],
    ...officeFacts((others) => makeDocx(BESIDE, { others })),
  ],
};
