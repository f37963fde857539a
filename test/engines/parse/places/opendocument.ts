/** Places of OpenDocument files. */
import { makeFlatOdf, makeOdf, type OdfParts } from '../../../support/documents/odf.ts';
import { openDocumentFacts } from './facts.ts';
import { chosenBy, MARKER, none, OUT, unless, warned, type Format } from './place.ts';

const P = `<text:p>${MARKER}</text:p>`;
const BESIDE = '<text:p>Tides</text:p>';
const text = (content: string, parts?: OdfParts): Uint8Array => makeOdf('text', BESIDE + content, parts);
const line = (content: string): Uint8Array => text(`<text:p>On ${content}.</text:p>`);
const master = (content: string): OdfParts => ({
  styles: `<style:master-page style:name="Standard">${content}</style:master-page>`,
});
const chart = (inner: string): OdfParts => ({
  others: {
    'Object 1/content.xml':
      '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
      'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" ' +
      'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
      'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">' +
      `<office:body><office:chart><chart:chart chart:class="chart:bar">${inner}</chart:chart></office:chart>` +
      '</office:body></office:document-content>',
  },
});
const VALUES =
  '<table:table><table:table-row><table:table-cell><text:p>Noon</text:p></table:table-cell><table:table-cell>' +
  '<text:p>3</text:p></table:table-cell></table:table-row></table:table>';
const OBJECT = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';

export const OPENDOCUMENT_TEXTS: Format = {
  name: 'OpenDocument texts (ODT)',
  mediaTypes: ['application/vnd.oasis.opendocument.text'],
  places: [
    ['Paragraphs', OUT, text(P)],
    ['Headings', OUT, text(`<text:h text:outline-level="1">${MARKER}</text:h>`)],
    ['Lists', OUT, text(`<text:list><text:list-item>${P}</text:list-item></text:list>`)],
    ['Heads of lists', OUT, text(`<text:list><text:list-header>${P}</text:list-header></text:list>`)],
    [
      'Cells of tables',
      OUT,
      text(`<table:table><table:table-row><table:table-cell>${P}</table:table-cell></table:table-row></table:table>`),
    ],
    [
      'Heads of tables that repeat on each page',
      OUT,
      text(
        `<table:table><table:table-header-rows><table:table-row><table:table-cell>${P}</table:table-cell>` +
          '</table:table-row></table:table-header-rows></table:table>',
      ),
    ],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      text(
        `<table:table><table:table-row><table:table-cell table:number-columns-spanned="2">${BESIDE}</table:table-cell>` +
          `<table:covered-table-cell>${P}</table:covered-table-cell></table:table-row></table:table>`,
      ),
    ],
    [
      'Descriptions of tables',
      OUT,
      text(
        `<table:table><table:desc>${MARKER}</table:desc><table:table-row><table:table-cell>${BESIDE}</table:table-cell>` +
          '</table:table-row></table:table>',
      ),
    ],
    ['Sections', OUT, text(`<text:section>${P}</text:section>`)],
    ['Hidden sections', OUT, text(`<text:section text:display="none">${P}</text:section>`)],
    ['Links', OUT, line(`<text:a xlink:href="https://example.org/">${MARKER}</text:a>`)],
    ['Addresses of links', OUT, line(`<text:a xlink:href="https://example.org/${MARKER}">a</text:a>`)],
    [
      'Tips of links',
      none('shown only while the pointer is on the link'),
      line(`<text:a xlink:href="https://example.org/" office:title="${MARKER}">a</text:a>`),
    ],
    ['Fields', OUT, line(`<text:user-defined text:name="Client">${MARKER}</text:user-defined>`)],
    ['Variables', OUT, line(`<text:variable-set text:name="x">${MARKER}</text:variable-set>`)],
    [
      'Variables that are declared and shown nowhere',
      none('a value that no field shows is not part of the text'),
      text(
        '<text:user-field-decls><text:user-field-decl office:value-type="string" ' +
          `office:string-value="${MARKER}" text:name="x"/></text:user-field-decls>`,
      ),
    ],
    [
      'Conditional text',
      OUT,
      line(`<text:conditional-text text:string-value-if-true="a">${MARKER}</text:conditional-text>`),
    ],
    [
      'Hidden text fields',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      line(`<text:hidden-text text:is-hidden="true" text:string-value="${MARKER}"></text:hidden-text>`),
    ],
    [
      'Hidden characters',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeOdf('text', `${BESIDE}<text:p>On <text:span text:style-name="H">${MARKER}</text:span></text:p>`, {
        automatic:
          '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>',
      }),
    ],
    ['Placeholders', OUT, line(`<text:placeholder>${MARKER}</text:placeholder>`)],
    ['Ruby: base', OUT, line(`<text:ruby><text:ruby-base>${MARKER}</text:ruby-base></text:ruby>`)],
    [
      'Ruby: reading above the base',
      OUT,
      line(`<text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>${MARKER}</text:ruby-text></text:ruby>`),
    ],
    ['Footnotes', OUT, line(`<text:note text:note-class="footnote"><text:note-body>${P}</text:note-body></text:note>`)],
    ['Endnotes', OUT, line(`<text:note text:note-class="endnote"><text:note-body>${P}</text:note-body></text:note>`)],
    ['Comments', chosenBy({ comments: true }), line(`<office:annotation>${P}</office:annotation>`)],
    [
      'Authors of comments',
      chosenBy({ comments: true }),
      line(`<office:annotation><dc:creator>${MARKER}</dc:creator><text:p>Why?</text:p></office:annotation>`),
    ],
    [
      'Insertions that are tracked',
      OUT,
      text(`<text:p><text:change-start text:change-id="c"/>${MARKER}<text:change-end text:change-id="c"/></text:p>`),
    ],
    [
      'Deletions that are tracked',
      chosenBy({ tracked_changes: true }),
      makeOdf(
        'text',
        `<text:tracked-changes><text:changed-region text:id="c"><text:deletion>${P}</text:deletion>` +
          `</text:changed-region></text:tracked-changes><text:p>On <text:change text:change-id="c"/>.</text:p>`,
      ),
    ],
    ['Heads of pages', unless({ headers: 'drop' }), text('', master(`<style:header>${P}</style:header>`))],
    ['Feet of pages', unless({ headers: 'drop' }), text('', master(`<style:footer>${P}</style:footer>`))],
    [
      'Heads of first pages',
      unless({ headers: 'drop' }),
      text('', master(`<style:header-first>${P}</style:header-first>`)),
    ],
    [
      'Heads of left pages',
      chosenBy({ headers: 'keep' }),
      text('', master(`<style:header>${BESIDE}</style:header><style:header-left>${P}</style:header-left>`)),
    ],
    ['Text boxes', OUT, line(`<draw:frame><draw:text-box>${P}</draw:text-box></draw:frame>`)],
    ['Shapes', OUT, line(`<draw:custom-shape>${P}</draw:custom-shape>`)],
    ['Groups of shapes', OUT, line(`<draw:g><draw:rect>${P}</draw:rect></draw:g>`)],
    [
      'Descriptions of pictures',
      OUT,
      line(
        `<draw:frame><draw:image xlink:href="https://example.org/a.png"/><svg:desc>${MARKER}</svg:desc></draw:frame>`,
      ),
    ],
    ['Descriptions of shapes', OUT, line(`<draw:rect><svg:desc>${MARKER}</svg:desc></draw:rect>`)],
    [
      'Formulas',
      OUT,
      line(
        '<draw:frame><draw:object><math:math xmlns:math="http://www.w3.org/1998/Math/MathML">' +
          `<math:mtext>${MARKER}</math:mtext></math:math></draw:object></draw:frame>`,
      ),
    ],
    ['Charts: values', OUT, text(OBJECT, chart(VALUES.replace('Noon', MARKER)))],
    ['Charts: title', OUT, text(OBJECT, chart(`<chart:title>${P}</chart:title>${VALUES}`))],
    ['Charts: subtitle', OUT, text(OBJECT, chart(`<chart:subtitle>${P}</chart:subtitle>${VALUES}`))],
    [
      'Charts: titles of axes',
      OUT,
      text(
        OBJECT,
        chart(`<chart:plot-area><chart:axis><chart:title>${P}</chart:title></chart:axis></chart:plot-area>${VALUES}`),
      ),
    ],
    [
      'Embedded documents',
      warned('objects_omitted'),
      text(OBJECT, { others: { 'Object 1/content.xml': embedded('text', P) } }),
    ],
    [
      'Embedded spreadsheets',
      warned('objects_omitted'),
      text(OBJECT, { others: { 'Object 1/content.xml': embedded('spreadsheet', sheetOf(P)) } }),
    ],
    [
      'Embedded files of other programs',
      warned('objects_omitted'),
      text('<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>', { others: { 'Object 1': MARKER } }),
    ],
    [
      'Fields of forms',
      OUT,
      text(
        '<office:forms><form:form xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"><form:text form:id="a" ' +
          `form:current-value="${MARKER}"/></form:form></office:forms><draw:control draw:control="a"/>`,
      ),
    ],
    [
      'Choices of lists in forms that are not chosen',
      none('the text is the choice that was made'),
      text(
        '<office:forms><form:form xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"><form:listbox ' +
          `form:id="a"><form:option form:label="${MARKER}"/><form:option form:label="b" form:selected="true"/>` +
          '</form:listbox></form:form></office:forms><draw:control draw:control="a"/>',
      ),
    ],
    [
      'Tables of contents and indexes',
      OUT,
      text(`<text:table-of-content><text:index-body>${P}</text:index-body></text:table-of-content>`),
    ],
    [
      'Templates of indexes',
      none('the text of the index shows what they made'),
      text(
        '<text:table-of-content><text:table-of-content-source><text:index-title-template>' +
          `${MARKER}</text:index-title-template></text:table-of-content-source></text:table-of-content>`,
      ),
    ],
    [
      'Entries of an index that are marked in the text',
      OUT,
      line(`<text:alphabetical-index-mark-start text:id="a"/>${MARKER}`),
    ],
    [
      'Entries of an index that are not in the text',
      none('the index shows them'),
      line(`<text:alphabetical-index-mark text:string-value="${MARKER}"/>`),
    ],
    ['Cross-references', OUT, line(`<text:bookmark-ref text:ref-name="a">${MARKER}</text:bookmark-ref>`)],
    [
      'Names of bookmarks',
      none('names of places, which no program shows'),
      line(`<text:bookmark text:name="${MARKER}"/>`),
    ],
    ['Scripts', OUT, line(`<text:script script:language="x" xmlns:script="urn:x">${MARKER}</text:script>`)],
    ...openDocumentFacts((parts) => text('', parts)),
  ],
};

function embedded(kind: 'text' | 'spreadsheet', content: string): string {
  return makeFlatOdf(kind, content).replaceAll('office:document', 'office:document-content');
}

function sheetOf(cell: string): string {
  return `<table:table table:name="S"><table:table-row><table:table-cell>${cell}</table:table-cell></table:table-row></table:table>`;
}

const sheet = (more: string, parts?: OdfParts): Uint8Array =>
  makeOdf(
    'spreadsheet',
    `<table:table table:name="S">${more}<table:table-row><table:table-cell>${BESIDE}</table:table-cell>` +
      '</table:table-row></table:table>',
    parts,
  );
const cell = (inner: string, attributes = ''): string =>
  `<table:table-row><table:table-cell ${attributes}>${inner}</table:table-cell></table:table-row>`;
const validation = (condition: string, inner: string): Uint8Array =>
  makeOdf(
    'spreadsheet',
    '<table:content-validations><table:content-validation table:name="v" ' +
      `table:condition="${condition}">${inner}</table:content-validation></table:content-validations>` +
      `<table:table table:name="S">${cell(BESIDE)}${cell('', 'table:content-validation-name="v"')}</table:table>`,
  );

export const OPENDOCUMENT_SHEETS: Format = {
  name: 'OpenDocument spreadsheets (ODS)',
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  places: [
    ['Cells', OUT, sheet(cell(P))],
    ['Names of sheets', OUT, makeOdf('spreadsheet', sheetOf(BESIDE).replace('"S"', `"${MARKER}"`))],
    ['Values without text', OUT, sheet(cell('', `office:value-type="string" office:string-value="${MARKER}"`))],
    [
      'Hidden sheets',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeOdf('spreadsheet', sheetOf(BESIDE) + sheetOf(P).replace('>', ' table:style-name="H">'), {
        automatic:
          '<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>',
      }),
    ],
    [
      'Hidden rows',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      sheet(cell(P).replace('<table:table-row', '<table:table-row table:visibility="collapse"')),
    ],
    [
      'Rows that a filter hides',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      sheet(cell(P).replace('<table:table-row', '<table:table-row table:visibility="filter"')),
    ],
    [
      'Hidden columns',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeOdf(
        'spreadsheet',
        '<table:table table:name="S"><table:table-column table:visibility="collapse"/><table:table-column/>' +
          `<table:table-row><table:table-cell>${P}</table:table-cell><table:table-cell>${BESIDE}</table:table-cell>` +
          '</table:table-row></table:table>',
      ),
    ],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      sheet(
        '<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell>' +
          `<table:covered-table-cell>${P}</table:covered-table-cell></table:table-row>`,
      ),
    ],
    ['Comments', chosenBy({ comments: true }), sheet(cell(`<office:annotation>${P}</office:annotation>`))],
    [
      'Formulas',
      none('cells have the values'),
      sheet(cell('<text:p>3</text:p>', `table:formula="of:=&quot;${MARKER}&quot;"`)),
    ],
    ['Links', OUT, sheet(cell(`<text:p><text:a xlink:href="https://example.org/${MARKER}">a</text:a></text:p>`))],
    ['Lists of choices', OUT, validation(`of:cell-content-is-in-list(&quot;a&quot;;&quot;${MARKER}&quot;)`, '')],
    ['Prompts of cells', OUT, validation('', `<table:help-message table:title="a">${P}</table:help-message>`)],
    [
      'Messages for invalid input',
      OUT,
      validation('', `<table:error-message table:title="a">${P}</table:error-message>`),
    ],
    ['Rules of invalid input', warned('objects_omitted'), validation(`of:is-true-formula(&quot;${MARKER}&quot;)`, '')],
    [
      'Names of constants',
      OUT,
      makeOdf(
        'spreadsheet',
        sheetOf(BESIDE) +
          `<table:named-expressions><table:named-expression table:name="${MARKER}" table:expression="of:=0.2"/>` +
          '</table:named-expressions>',
      ),
    ],
    [
      'Text boxes',
      OUT,
      sheet(`<table:shapes><draw:frame><draw:text-box>${P}</draw:text-box></draw:frame></table:shapes>`),
    ],
    ['Text boxes at cells', OUT, sheet(cell(`<draw:frame><draw:text-box>${P}</draw:text-box></draw:frame>`))],
    ['Charts', OUT, sheet(`<table:shapes>${OBJECT}</table:shapes>`, chart(VALUES.replace('Noon', MARKER)))],
    [
      'Heads of pages',
      unless({ headers: 'drop' }),
      sheet('', {
        styles: `<style:master-page style:name="Default"><style:header>${P}</style:header></style:master-page>`,
      }),
    ],
    [
      'Feet of pages',
      unless({ headers: 'drop' }),
      sheet('', {
        styles: `<style:master-page style:name="Default"><style:footer>${P}</style:footer></style:master-page>`,
      }),
    ],
    [
      'Scenarios of the values',
      OUT,
      makeOdf(
        'spreadsheet',
        sheetOf(BESIDE) +
          sheetOf(P)
            .replace(
              '"S">',
              `"T"><table:scenario table:comment="${MARKER}x" table:is-active="false" table:scenario-ranges="T.A1"/>`,
            )
            .replace(P, '<text:p>a</text:p>'),
      ),
    ],
    [
      'Tracked changes: former values',
      warned('objects_omitted'),
      makeOdf(
        'spreadsheet',
        '<table:tracked-changes><table:cell-content-change table:id="c"><table:previous><table:change-track-table-cell>' +
          `${P}</table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>` +
          sheetOf(BESIDE),
      ),
    ],
    ...openDocumentFacts((parts) => sheet('', parts)),
  ],
};

const slide = (content: string, more = '', parts?: OdfParts): Uint8Array =>
  makeOdf(
    'presentation',
    `<draw:page draw:name="p" ${more}><draw:frame><draw:text-box>${BESIDE}</draw:text-box></draw:frame>${content}</draw:page>`,
    parts,
  );

export const OPENDOCUMENT_SLIDES: Format = {
  name: 'OpenDocument presentations (ODP)',
  mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
  places: [
    ['Titles', OUT, slide(`<draw:frame presentation:class="title"><draw:text-box>${P}</draw:text-box></draw:frame>`)],
    ['Text boxes', OUT, slide(`<draw:frame><draw:text-box>${P}</draw:text-box></draw:frame>`)],
    ['Shapes', OUT, slide(`<draw:custom-shape>${P}</draw:custom-shape>`)],
    ['Text on connectors', OUT, slide(`<draw:connector>${P}</draw:connector>`)],
    ['Text on measuring lines', OUT, slide(`<draw:measure>${P}</draw:measure>`)],
    ['Tables', OUT, slide(`<draw:frame>${sheetOf(P)}</draw:frame>`)],
    ['Charts', OUT, slide(OBJECT, '', chart(VALUES.replace('Noon', MARKER)))],
    [
      'Notes of the speaker',
      unless({ notes: false }),
      slide(
        `<presentation:notes><draw:frame presentation:class="notes"><draw:text-box>${P}</draw:text-box></draw:frame></presentation:notes>`,
      ),
    ],
    [
      'Other text on pages of notes',
      unless({ notes: false }),
      slide(`<presentation:notes><draw:frame><draw:text-box>${P}</draw:text-box></draw:frame></presentation:notes>`),
    ],
    ['Comments', chosenBy({ comments: true }), slide(`<office:annotation>${P}</office:annotation>`)],
    [
      'Hidden slides',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeOdf(
        'presentation',
        `<draw:page><draw:frame><draw:text-box>${BESIDE}</draw:text-box></draw:frame></draw:page>` +
          `<draw:page draw:style-name="H"><draw:frame><draw:text-box>${P}</draw:text-box></draw:frame></draw:page>`,
        {
          automatic:
            '<style:style style:name="H" style:family="drawing-page"><style:drawing-page-properties ' +
            'presentation:visibility="hidden"/></style:style>',
        },
      ),
    ],
    [
      'Feet of slides',
      unless({ headers: 'drop' }),
      slide(`<draw:frame presentation:class="footer"><draw:text-box>${P}</draw:text-box></draw:frame>`),
    ],
    [
      'Feet that slides refer to',
      unless({ headers: 'drop' }),
      makeOdf(
        'presentation',
        `<presentation:footer-decl presentation:name="f">${MARKER}</presentation:footer-decl>` +
          '<draw:page presentation:use-footer-name="f"><draw:frame><draw:text-box>' +
          `${BESIDE}</draw:text-box></draw:frame></draw:page>`,
      ),
    ],
    [
      'Dates of slides',
      chosenBy({ headers: 'keep' }),
      slide(`<draw:frame presentation:class="date-time"><draw:text-box>${P}</draw:text-box></draw:frame>`),
    ],
    [
      'Text of the master slide',
      unless({ headers: 'drop' }),
      slide('', 'draw:master-page-name="M"', {
        styles: `<style:master-page style:name="M"><draw:frame><draw:text-box>${P}</draw:text-box></draw:frame></style:master-page>`,
      }),
    ],
    [
      'Descriptions of pictures',
      OUT,
      slide(
        `<draw:frame><draw:image xlink:href="https://example.org/a.png"/><svg:desc>${MARKER}</svg:desc></draw:frame>`,
      ),
    ],
    ['Names of slides', none('programs make them up, and do not show them'), slide('', `draw:id="${MARKER}"`)],
    ...openDocumentFacts((parts) => slide('', '', parts)),
  ],
};

const flat = (inner: string, parts?: OdfParts): string => makeFlatOdf('text', BESIDE + inner, parts);

export const FLAT_OPENDOCUMENT: Format = {
  name: 'OpenDocument in one file of XML (FODT, FODS, FODP)',
  mediaTypes: [
    'application/vnd.oasis.opendocument.text-flat-xml',
    'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
    'application/vnd.oasis.opendocument.presentation-flat-xml',
  ],
  places: [
    ['What the files of several parts have', OUT, flat(P)],
    [
      'Objects in the text',
      OUT,
      flat(
        '<draw:frame><draw:object><office:document><office:body><office:chart><chart:chart chart:class="chart:bar">' +
          `${VALUES.replace('Noon', MARKER)}</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame>`,
      ),
    ],
    ['Title', OUT, flat('', { meta: `<dc:title>${MARKER}</dc:title>` })],
  ],
};
