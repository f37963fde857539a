/** Places of rich text: its destinations. */
import { PNG } from '../../../support/documents/pictures.ts';
import { chosenBy, MARKER, none, OUT, unless, warned, type Decision, type Format } from './place.ts';

const rtf = (body: string): string => `{\\rtf1\\ansi Tides\\par ${body}}`;
const destination = (word: string): string => rtf(`On {\\${word} ${MARKER}}.`);
const ROW = '\\trowd\\cellx1000\\pard\\intbl ';

const fact = (name: string, word: string, decision: Decision): [string, Decision, string] => [
  name,
  decision,
  `{\\rtf1\\ansi{\\info{\\${word} ${MARKER}}}Tides}`,
];

export const RICH_TEXT: Format = {
  name: 'Rich text (RTF)',
  mediaTypes: ['application/rtf'],
  places: [
    ['Paragraphs', OUT, rtf(MARKER)],
    ['Cells of tables', OUT, rtf(`${ROW}${MARKER}\\cell\\row\\pard end`)],
    [
      'Tables in cells',
      OUT,
      rtf(
        `${ROW}\\itap2 ${MARKER}\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\nestrow}\\itap1 a\\cell\\row\\pard end`,
      ),
    ],
    ['Lists', OUT, rtf(`\\pard\\ls1{\\listtext 1.\\tab}${MARKER}\\par`)],
    ['Labels of list items', OUT, rtf(`\\pard\\ls1{\\listtext ${MARKER}.\\tab}a\\par`)],
    ['Links', OUT, rtf(`{\\field{\\*\\fldinst HYPERLINK "https://example.org/"}{\\fldrslt ${MARKER}}}`)],
    [
      'Addresses of links',
      OUT,
      rtf(`{\\field{\\*\\fldinst HYPERLINK "https://example.org/${MARKER}"}{\\fldrslt here}}`),
    ],
    ['Fields: result', OUT, rtf(`{\\field{\\*\\fldinst REF x}{\\fldrslt ${MARKER}}}`)],
    [
      'Fields without a result: code',
      none('the page shows nothing in its place'),
      rtf(`{\\field{\\*\\fldinst DOCPROPERTY ${MARKER}}{\\fldrslt }}`),
    ],
    [
      'Text fields of forms: default',
      OUT,
      rtf(`{\\field{\\*\\fldinst FORMTEXT{\\*\\formfield{\\fftype0{\\*\\ffdeftext ${MARKER}}}}}{\\fldrslt }}`),
    ],
    [
      'Lists in forms: entries',
      OUT,
      rtf(`{\\field{\\*\\fldinst FORMDROPDOWN{\\*\\formfield{\\fftype2\\ffres0{\\*\\ffl ${MARKER}}}}}{\\fldrslt }}`),
    ],
    ['Footnotes', OUT, destination('footnote')],
    ['Endnotes', OUT, destination('footnote\\ftnalt')],
    [
      'Comments',
      chosenBy({ comments: true }),
      rtf(`On {\\*\\atnid A}{\\*\\atnauthor Ada}\\chatn{\\*\\annotation ${MARKER}}.`),
    ],
    ['Heads of pages', unless({ headers: 'drop' }), rtf(`{\\header ${MARKER}}`)],
    ['Heads of first pages', unless({ headers: 'drop' }), rtf(`{\\headerf ${MARKER}}`)],
    ['Heads of right pages', unless({ headers: 'drop' }), rtf(`{\\headerr ${MARKER}}`)],
    ['Heads of left pages', chosenBy({ headers: 'keep' }), rtf(`{\\headerl ${MARKER}}`)],
    ['Feet of pages', unless({ headers: 'drop' }), rtf(`{\\footer ${MARKER}}`)],
    ['Feet of first pages', unless({ headers: 'drop' }), rtf(`{\\footerf ${MARKER}}`)],
    ['Feet of right pages', unless({ headers: 'drop' }), rtf(`{\\footerr ${MARKER}}`)],
    ['Feet of left pages', chosenBy({ headers: 'keep' }), rtf(`{\\footerl ${MARKER}}`)],
    ['Labels of older programs', OUT, rtf(`\\pard\\ls1{\\pntext ${MARKER}.\\tab}a\\par`)],
    [
      'Pictures of kinds that browsers do not show',
      warned('pictures_omitted'),
      rtf(`{\\pict\\wmetafile8 ${Buffer.from(MARKER).toString('hex')}}`),
    ],
    ['Text boxes', OUT, destination('shp{\\*\\shpinst{\\shptxt').replace('}', '}}}')],
    ['Text boxes of older programs', OUT, rtf(`{\\*\\do\\dptxbx{\\dptxbxtext ${MARKER}}}`)],
    ['WordArt', OUT, rtf(`{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv ${MARKER}}}}}`)],
    ['Descriptions of shapes', OUT, rtf(`{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv ${MARKER}}}}}`)],
    [
      'Descriptions of pictures',
      OUT,
      rtf(`{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ${MARKER}}}}\\pngblip ${PNG.toString('hex')}}`),
    ],
    ['Copies of shapes for older programs', none('the shape itself is read'), rtf(`{\\shp{\\shprslt ${MARKER}}}`)],
    ['Results of embedded objects', OUT, rtf(`{\\object\\objemb{\\*\\objdata 00}{\\result ${MARKER}}}`)],
    [
      'Embedded files',
      warned('objects_omitted'),
      rtf(`{\\object\\objemb{\\*\\objdata ${Buffer.from(MARKER).toString('hex')}}}`),
    ],
    ['Formulas', warned('objects_omitted'), rtf(`{\\mmath{\\*\\moMath{\\mr ${MARKER}}}}`)],
    ['Hidden text', chosenBy({ hidden: true }, 'hidden_omitted'), rtf(`On {\\v ${MARKER}}.`)],
    ['Insertions that are tracked', OUT, rtf(`On {\\revised ${MARKER}}.`)],
    ['Deletions that are tracked', chosenBy({ tracked_changes: true }), rtf(`On {\\deleted ${MARKER}}.`)],
    ['Entries of the index', none('the index shows them'), destination('xe')],
    ['Entries of the table of contents', none('the table of contents shows them'), destination('tc')],
    ['Names of bookmarks', none('names of places, which no program shows'), destination('*\\bkmkstart')],
    [
      'Variables of the document',
      none('a value that no field shows is not part of the text'),
      rtf(`{\\*\\docvar {a}{${MARKER}}}`),
    ],
    [
      'Names of fonts and styles',
      none('formatting'),
      `{\\rtf1{\\fonttbl{\\f0 ${MARKER};}}{\\stylesheet{\\s1 ${MARKER};}}Tides}`,
    ],
    fact('Title', 'title', OUT),
    fact('Author', 'author', OUT),
    fact('Subject', 'subject', OUT),
    fact('Keywords', 'keywords', OUT),
    fact('Comment on the document', 'doccomm', OUT),
    fact('Category', '*\\category', OUT),
    fact('Company', '*\\company', OUT),
    fact('Manager', '*\\manager', OUT),
    [
      'Properties that a user defined',
      OUT,
      `{\\rtf1{\\*\\userprops{\\propname Client}\\proptype30{\\staticval ${MARKER}}}Tides}`,
    ],
  ],
};
