/** Places of presentations: PowerPoint, new and old. */
import { uint16, uint32 } from '../../../support/documents/doc.ts';
import { makePpt, pptRecord, type PptShape } from '../../../support/documents/ppt.ts';
import { line, makePptx, relation, shape, type PptxParts, type Slide } from '../../../support/documents/pptx.ts';
import { PPTX } from '../../../support/documents/parse.ts';
import { makeXlsx, rows } from '../../../support/documents/xlsx.ts';
import { officeFacts, oldFacts } from './facts.ts';
import { chosenBy, MARKER, none, OUT, unless, warned, type Format } from './place.ts';

const BESIDE = shape(line('Tides'), { placeholder: 'type="title"' });
const NAMESPACES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const CHART = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
const slide = (shapes: string, parts?: PptxParts, more: Partial<Slide> = {}): Uint8Array =>
  makePptx([{ shapes: BESIDE + shapes, ...more }], parts);
const tree = (name: string, shapes: string): string =>
  `<p:${name} ${NAMESPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${name}>`;
const withPart = (shapes: string, type: string, part: string, bytes: string | Uint8Array): Uint8Array =>
  slide(shapes, { others: { [`ppt/${part}`]: bytes } }, { relationships: relation('X', type, `../${part}`) });
const frame = (data: string): string =>
  `<p:graphicFrame><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`;
const rich = (words: string): string => `<c:title><c:tx><c:rich>${line(words)}</c:rich></c:tx></c:title>`;
const chart = (title: string, category: string, axis = ''): Uint8Array =>
  withPart(
    frame('<c:chart r:id="X"/>'),
    'chart',
    'charts/c.xml',
    `<c:chartSpace ${CHART} ${NAMESPACES}><c:chart>${rich(title)}<c:plotArea><c:barChart><c:ser><c:cat><c:strRef>` +
      `<c:strCache><c:pt idx="0"><c:v>${category}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef>` +
      '<c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart>' +
      `<c:catAx>${axis}</c:catAx></c:plotArea></c:chart></c:chartSpace>`,
  );
const picture = (attribute: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" ${attribute}="${MARKER}"/></p:nvPicPr><p:blipFill><a:blip r:link="X"/></p:blipFill></p:pic>`;
const linked = { relationships: relation('X', 'image', 'https://example.org/a.png', 'TargetMode="External"') };

export const POWERPOINT: Format = {
  name: 'PowerPoint presentations (PPTX)',
  mediaTypes: [PPTX],
  places: [
    ['Titles', OUT, makePptx([{ shapes: shape(line(MARKER), { placeholder: 'type="title"' }) }])],
    ['Subtitles', OUT, slide(shape(line(MARKER), { placeholder: 'type="subTitle"' }))],
    ['Text boxes', OUT, slide(shape(line(MARKER)))],
    ['Groups of shapes', OUT, slide(`<p:grpSp>${shape(line(MARKER))}</p:grpSp>`)],
    [
      'Hidden shapes',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      slide(shape(line(MARKER)).replace('name="x"', 'name="x" hidden="1"')),
    ],
    ['Fields', OUT, slide(shape(`<a:p><a:fld type="x"><a:t>${MARKER}</a:t></a:fld></a:p>`))],
    ['Formulas', OUT, slide(shape(`<a:p><a14:m><m:oMath><m:r><m:t>${MARKER}</m:t></m:r></m:oMath></a14:m></a:p>`))],
    ['Tables', OUT, slide(frame(`<a:tbl><a:tr><a:tc><a:txBody>${line(MARKER)}</a:txBody></a:tc></a:tr></a:tbl>`))],
    [
      'Addresses of links',
      OUT,
      slide(shape('<a:p><a:r><a:rPr><a:hlinkClick r:id="X"/></a:rPr><a:t>here</a:t></a:r></a:p>'), undefined, {
        relationships: relation('X', 'hyperlink', `https://example.org/${MARKER}`, 'TargetMode="External"'),
      }),
    ],
    [
      'Addresses of links of whole shapes',
      OUT,
      slide(shape(line('a')).replace('name="x"/>', 'name="x"><a:hlinkClick r:id="X"/></p:cNvPr>'), undefined, {
        relationships: relation('X', 'hyperlink', `https://example.org/${MARKER}`, 'TargetMode="External"'),
      }),
    ],
    ['Descriptions of pictures', OUT, slide(picture('descr'), undefined, linked)],
    ['Titles of pictures', OUT, slide(picture('title'), undefined, linked)],
    ['Descriptions of shapes', OUT, slide(shape(line('a')).replace('name="x"', `name="x" descr="${MARKER}"`))],
    [
      'Descriptions of shapes without text and of groups',
      OUT,
      slide(
        `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="x" descr="${MARKER}"/></p:nvGrpSpPr>${shape(line('a'))}</p:grpSp>`,
      ),
    ],
    [
      'Cells below a merged cell',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      slide(
        frame(
          `<a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${line('a')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody>` +
            `${line(MARKER)}</a:txBody></a:tc></a:tr></a:tbl>`,
        ),
      ),
    ],
    ['Charts: categories', OUT, chart('Tides', MARKER)],
    ['Charts: title', OUT, chart(MARKER, 'Noon')],
    ['Charts: titles of axes', OUT, chart('Tides', 'Noon', rich(MARKER))],
    [
      'Diagrams (SmartArt)',
      OUT,
      withPart(
        frame('<dgm:relIds r:dm="X"/>'),
        'diagramData',
        'diagrams/data1.xml',
        `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${NAMESPACES}><dgm:ptLst><dgm:pt ` +
          `modelId="0" type="doc"/><dgm:pt modelId="1" type="node"><dgm:t>${line(MARKER)}</dgm:t></dgm:pt></dgm:ptLst>` +
          '<dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>',
      ),
    ],
    [
      'Embedded workbooks',
      OUT,
      withPart(
        frame('<p:oleObj r:id="X" progId="Excel.Sheet.12"/>'),
        'package',
        'embeddings/book.xlsx',
        makeXlsx([{ content: rows([MARKER]) }]),
      ),
    ],
    [
      'Notes of the speaker',
      unless({ notes: false }),
      withPart(
        '',
        'notesSlide',
        'notesSlides/n.xml',
        tree('notes', shape(line(MARKER), { placeholder: 'type="body"' })),
      ),
    ],
    [
      'Other text on pages of notes',
      unless({ notes: false }),
      withPart('', 'notesSlide', 'notesSlides/n.xml', tree('notes', shape(line(MARKER)))),
    ],
    [
      'Comments',
      chosenBy({ comments: true }),
      withPart(
        '',
        'comments',
        'comments/c.xml',
        `<p:cmLst ${NAMESPACES}><p:cm authorId="4"><p:text>${MARKER}</p:text></p:cm></p:cmLst>`,
      ),
    ],
    [
      'Comments of Office 2021',
      chosenBy({ comments: true }),
      withPart(
        '',
        'comments',
        'comments/c.xml',
        `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" ${NAMESPACES}><p188:cm>` +
          `<p188:txBody>${line(MARKER)}</p188:txBody></p188:cm></p188:cmLst>`,
      ),
    ],
    [
      'Hidden slides',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makePptx([{ shapes: BESIDE }, { shapes: shape(line(MARKER)), attributes: 'show="0"' }]),
    ],
    ['Feet of slides', unless({ headers: 'drop' }), slide(shape(line(MARKER), { placeholder: 'type="ftr"' }))],
    ['Dates of slides', chosenBy({ headers: 'keep' }), slide(shape(line(MARKER), { placeholder: 'type="dt"' }))],
    ['Text of the layout', unless({ headers: 'drop' }), slide('', { layout: shape(line(MARKER)) })],
    [
      'Text of the layout on slides that hide it',
      none('no slide shows it'),
      slide('', { layout: shape(line(MARKER)) }, { attributes: 'showMasterSp="0"' }),
    ],
    [
      'Prompts of placeholders',
      none('shown only while a slide is edited'),
      slide('', { layout: shape(line(MARKER), { placeholder: 'type="body"' }) }),
    ],
    [
      'Names of sections',
      OUT,
      slide('', {
        others: {
          'ppt/presentation.xml': `<p:presentation ${NAMESPACES} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="S1"/></p:sldIdLst><p:extLst><p:ext><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="${MARKER}"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
        },
      }),
    ],
    ...officeFacts((others) => slide('', { others })),
  ],
};

const footer = (placeholder: number): PptShape => ({ text: MARKER, placeholder });
/** Flags of what is shown, and the text of the foot. */
const declaredFoot = pptRecord(
  4057,
  4,
  true,
  pptRecord(4058, 0, false, uint16(0), uint16(32)),
  pptRecord(4026, 2, false, Buffer.from(MARKER, 'utf16le')),
);
/** A shape whose picture is not in the file. */
const metafile = pptRecord(
  0xf004,
  0,
  true,
  pptRecord(0xf00a, 75, false, uint32(1), uint32(0)),
  pptRecord(0xf00b, 1, false, uint16(0x104), uint32(1)),
);

export const OLD_POWERPOINT: Format = {
  name: 'PowerPoint 97 presentations (PPT)',
  mediaTypes: ['application/vnd.ms-powerpoint'],
  places: [
    ['Titles', OUT, makePpt([{ shapes: [{ text: MARKER, kind: 0 }] }])],
    ['Text', OUT, makePpt([{ shapes: [{ text: MARKER }] }])],
    ['Notes of the speaker', unless({ notes: false }), makePpt([{ shapes: [{ text: 'Tides' }], notes: MARKER }])],
    [
      'Hidden slides',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makePpt([{ shapes: [{ text: 'Tides' }] }, { shapes: [{ text: MARKER }], isHidden: true }]),
    ],
    [
      'Other text on pages of notes',
      unless({ notes: false }),
      makePpt([{ shapes: [{ text: 'Tides' }], notes: { text: MARKER } }]),
    ],
    ['Feet of slides', unless({ headers: 'drop' }), makePpt([{ shapes: [{ text: 'Tides' }, footer(9)] }])],
    ['Dates of slides', chosenBy({ headers: 'keep' }), makePpt([{ shapes: [{ text: 'Tides' }, footer(7)] }])],
    [
      'Feet that slides refer to',
      unless({ headers: 'drop' }),
      makePpt([{ shapes: [{ text: 'Tides' }, { text: '*', placeholder: 9 }], records: [declaredFoot] }]),
    ],
    [
      'Text of the master slide',
      unless({ headers: 'drop' }),
      makePpt([{ shapes: [{ text: 'Tides' }] }], { master: [{ text: MARKER }] }),
    ],
    [
      'Pictures of kinds that browsers do not show',
      warned('pictures_omitted'),
      makePpt([{ shapes: [{ text: 'Tides' }, metafile] }]),
    ],
    ...oldFacts((streams) => makePpt([{ shapes: [{ text: 'Tides' }] }], { streams })),
  ],
};
