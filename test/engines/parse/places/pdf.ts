/** Places of PDFs. */
import { makePdf, PDF_HEIGHT } from '../../../support/documents/pdf.ts';
import { chosenBy, MARKER, none, OUT, warned, type Format } from './place.ts';

/** Objects of a file that the pages' writer does not know: numbered from 1, as {@link page} refers to them. */
function assemble(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

const stream = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
const shown = (text: string, more = ''): string => `BT ${more} /F 10 Tf 72 600 Td (${text}) Tj ET`;
const BESIDE = 'BT /F 10 Tf 72 700 Td (The tides of the river are high.) Tj ET';

interface Page {
  /** Entries of the catalog. */
  readonly catalog?: string;
  /** Entries of the page. */
  readonly page?: string;
  readonly content?: string;
  readonly resources?: string;
  /** Objects from 6 on. */
  readonly objects?: readonly string[];
}

const page = ({ catalog = '', page = '', content = '', resources = '', objects = [] }: Page): Uint8Array =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${PDF_HEIGHT}] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> ${resources} >> ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    stream(`${BESIDE}\n${content}`),
    ...objects,
  ]);
const RECTANGLE = '/Rect [72 500 300 520]';
const looks = (text: string): string =>
  stream(
    `BT /F 10 Tf 0 4 Td (${text}) Tj ET`,
    '/Type /XObject /Subtype /Form /BBox [0 0 200 14] /Resources << /Font << /F 4 0 R >> >>',
  );
const annotation = (entries: string, ...objects: readonly string[]): Uint8Array =>
  page({ page: '/Annots [6 0 R]', objects: [`<< /Type /Annot ${RECTANGLE} ${entries} >>`, ...objects] });
const field = (entries: string, ...objects: readonly string[]): Uint8Array =>
  page({
    catalog: '/AcroForm << /Fields [6 0 R] >>',
    page: '/Annots [6 0 R]',
    objects: [`<< /Type /Annot /Subtype /Widget /F 4 ${RECTANGLE} ${entries} >>`, ...objects],
  });
const AP = '/AP << /N 7 0 R >>';
const note = (subtype: string): Uint8Array =>
  annotation(`/Subtype /${subtype} /Contents (${MARKER}) /QuadPoints [72 520 300 520 72 500 300 500]`);
const layer = (state: string): Uint8Array =>
  page({
    catalog: `/OCProperties << /OCGs [6 0 R] /D << /${state} [6 0 R] >> >>`,
    content: `/OC /L BDC ${shown(MARKER)} EMC`,
    resources: '/Properties << /L 6 0 R >>',
    objects: ['<< /Type /OCG /Name (Layer) >>'],
  });
/** A form whose pages programs make of its template and its data. */
const xfa = (template: string, data: string): Uint8Array =>
  page({
    catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>',
    objects: [
      stream(
        '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">' +
          `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform>${template}</subform></template>` +
          '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>' +
          `<form1>${data}</form1></xfa:data></xfa:datasets></xdp:xdp>`,
      ),
    ],
  });
const text = [{ x: 72, y: 100, text: 'The tides of the river are high.' }];

export const PDF: Format = {
  name: 'PDF',
  mediaTypes: ['application/pdf'],
  places: [
    ['Text', OUT, page({ content: shown(MARKER) })],
    [
      'Text in form objects',
      OUT,
      page({ content: '/X Do', resources: '/XObject << /X 6 0 R >>', objects: [looks(MARKER)] }),
    ],
    [
      'Text that is invisible on a picture, as of scans',
      OUT,
      page({ content: `q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q ${shown(MARKER, '3 Tr')}` }),
    ],
    [
      'Text that is invisible elsewhere',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      page({ content: shown(MARKER, '3 Tr') }),
    ],
    [
      'Text outside the page',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      page({ content: shown(MARKER).replace('72 600', '-500 600') }),
    ],
    ['White text', OUT, page({ content: `1 g ${shown(MARKER)}` })],
    [
      'Text that stands for glyphs (ActualText)',
      OUT,
      page({ content: `/Span << /ActualText (${MARKER}) >> BDC ${shown('xx')} EMC` }),
    ],
    [
      'Descriptions of pictures (Alt)',
      OUT,
      page({
        content: `/Figure << /MCID 0 >> BDC 0 0 m 10 10 l S EMC`,
        catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
        page: '/StructParents 0',
        objects: [
          '<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [7 0 R]] >> >>',
          `<< /Type /StructElem /S /Figure /P 6 0 R /Pg 3 0 R /K [0] /Alt (${MARKER}) >>`,
        ],
      }),
    ],
    ['Layers that are shown', OUT, layer('ON')],
    ['Layers that are not shown', OUT, layer('OFF')],
    [
      'Names of layers',
      none('programs show them beside the page, to choose what it shows'),
      page({
        catalog: '/OCProperties << /OCGs [6 0 R] /D << /ON [6 0 R] >> >>',
        objects: [`<< /Type /OCG /Name (${MARKER}) >>`],
      }),
    ],
    [
      'Outline: entries that no heading of the text has',
      OUT,
      page({
        catalog: '/Outlines 6 0 R',
        objects: [
          '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
          `<< /Title (${MARKER}) /Parent 6 0 R /Dest [3 0 R /Fit] >>`,
        ],
      }),
    ],
    [
      'Labels of pages',
      none('numbers of pages, which programs show beside them'),
      page({ catalog: `/PageLabels << /Nums [0 << /P (${MARKER}) >>] >>` }),
    ],
    ['Fields of forms: text with an appearance', OUT, field(`/FT /Tx /T (f) /V (${MARKER}) ${AP}`, looks(MARKER))],
    ['Fields of forms: text without an appearance', OUT, field(`/FT /Tx /T (f) /V (${MARKER}) /DA (/F 10 Tf 0 g)`)],
    [
      'Fields of forms: choice without an appearance',
      OUT,
      field(`/FT /Ch /T (f) /V (${MARKER}) /Opt [(${MARKER}) (b)] /DA (/F 10 Tf 0 g)`),
    ],
    [
      'Fields of forms: choices that are not chosen',
      none('the form was filled in with another one'),
      field(`/FT /Ch /T (f) /V (b) /Opt [(${MARKER}) (b)] ${AP}`, looks('b')),
    ],
    [
      'Fields of forms: chosen button (its name)',
      none('a name for programs; the button is ticked'),
      field(`/FT /Btn /T (f) /V /${MARKER} /AS /${MARKER}`),
    ],
    ['Fields of forms: names', none('names for programs'), field(`/FT /Tx /T (${MARKER}) /V (b) ${AP}`, looks('b'))],
    [
      'Fields of forms: tips',
      none('help for the person who fills in the form'),
      field(`/FT /Tx /T (f) /TU (${MARKER}) /V (b) ${AP}`, looks('b')),
    ],
    [
      'Fields of forms: captions of buttons without a look',
      none('nothing in the file shows them'),
      field(`/FT /Btn /Ff 65536 /T (f) /MK << /CA (${MARKER}) >>`),
    ],
    [
      'Fields of forms: hidden',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      page({
        catalog: '/AcroForm << /Fields [6 0 R] >>',
        page: '/Annots [6 0 R]',
        objects: [
          `<< /Type /Annot /Subtype /Widget /F 2 ${RECTANGLE} /FT /Tx /T (f) /V (${MARKER}) ${AP} >>`,
          looks(MARKER),
        ],
      }),
    ],
    [
      'Forms of XFA whose pages programs make: labels',
      OUT,
      xfa(`<draw><value><text>${MARKER}</text></value></draw>`, ''),
    ],
    [
      'Forms of XFA whose pages programs make: values',
      OUT,
      xfa('<field name="mill"><caption><value><text>Mill</text></value></caption></field>', `<mill>${MARKER}</mill>`),
    ],
    [
      'Forms of XFA whose pages are in the file',
      none('the pages and their fields have the same'),
      page({
        catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
        objects: [stream(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><a>${MARKER}</a></xdp:xdp>`)],
      }),
    ],
    [
      'Annotations: text beside the page (FreeText)',
      OUT,
      annotation(`/Subtype /FreeText /Contents (${MARKER}) /DA (/F 10 Tf 0 g) ${AP}`, looks(MARKER)),
    ],
    ['Annotations: notes (Text)', chosenBy({ comments: true }), note('Text')],
    ['Annotations: highlighted text', chosenBy({ comments: true }), note('Highlight')],
    ['Annotations: underlined text', chosenBy({ comments: true }), note('Underline')],
    ['Annotations: struck text', chosenBy({ comments: true }), note('StrikeOut')],
    ['Annotations: places of insertion', chosenBy({ comments: true }), note('Caret')],
    ['Annotations: shapes', chosenBy({ comments: true }), note('Square')],
    ['Annotations: lines', chosenBy({ comments: true }), note('Line')],
    ['Annotations: drawings', chosenBy({ comments: true }), note('Ink')],
    ['Annotations: windows of notes (Popup)', none('they show the text of their notes'), note('Popup')],
    ['Annotations: stamps', OUT, annotation(`/Subtype /Stamp ${AP}`, looks(MARKER))],
    [
      'Annotations: what is to stand for text to be removed (Redact)',
      chosenBy({ comments: true }),
      annotation(`/Subtype /Redact /OverlayText (${MARKER})`),
    ],
    ['Annotations: watermarks', OUT, annotation(`/Subtype /Watermark ${AP}`, looks(MARKER))],
    ['Annotations: authors', chosenBy({ comments: true }), annotation(`/Subtype /Text /T (${MARKER}) /Contents (a)`)],
    [
      'Annotations: addresses of links',
      OUT,
      makePdf([{ text, links: [{ x0: 72, y0: 90, x1: 220, y1: 103, uri: `https://example.org/${MARKER}` }] }]),
    ],
    [
      'Annotations: files',
      warned('attachments_ignored'),
      annotation(
        '/Subtype /FileAttachment /FS 7 0 R',
        `<< /Type /Filespec /F (a.txt) /EF << /F 8 0 R >> >>`,
        stream(MARKER, '/Type /EmbeddedFile'),
      ),
    ],
    [
      'Files attached',
      warned('attachments_ignored'),
      page({
        catalog: '/Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >>',
        objects: ['<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>', stream(MARKER, '/Type /EmbeddedFile')],
      }),
    ],
    [
      'Scripts',
      none('code that is run, not shown'),
      page({ catalog: '/OpenAction 6 0 R', objects: [`<< /S /JavaScript /JS (${MARKER}) >>`] }),
    ],
    ['Title', OUT, makePdf([{ text }], { info: { Title: MARKER } })],
    ['Author', OUT, makePdf([{ text }], { info: { Author: MARKER } })],
    ['Subject', OUT, makePdf([{ text }], { info: { Subject: MARKER } })],
    ['Keywords', OUT, makePdf([{ text }], { info: { Keywords: MARKER } })],
    ['Properties that a user defined', OUT, makePdf([{ text }], { info: { Client: MARKER } })],
    [
      'Metadata as XML (XMP)',
      OUT,
      page({
        catalog: '/Metadata 6 0 R',
        objects: [
          stream(
            `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${MARKER}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
            '/Type /Metadata /Subtype /XML',
          ),
        ],
      }),
    ],
  ],
};
