/** PDFs whose objects lead in circles, or hold far more than a page needs. */
import { deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';

/** The objects after the catalog, numbered from 2. */
function pdf(objects: readonly (string | Buffer)[], catalog = '/Pages 2 0 R'): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of [`<</Type/Catalog${catalog}>>`, ...objects].entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

function stream(content: string, entries = ''): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page = (entries: string): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${entries}>>`;

/** One page of a content stream; `F` is its font. */
const onePage = (content: string, resources = ''): Buffer =>
  pdf([PAGES, page(`/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>`), stream(content), FONT]);

const words = (text: string, random: Random): string =>
  `BT /F ${random.whole(1, 30)} Tf ${random.whole(0, 600)} ${random.whole(0, 780)} Td (${text}) Tj ET\n`;

export const PDF_IDEAS: readonly Idea[] = [
  {
    name: 'kids-in-a-circle.pdf',
    make: (_random, size) => pdf([`<</Type/Pages/Kids[${fill('2 0 R ', size)}]/Count 99999999>>`]),
  },
  {
    name: 'deep-page-tree.pdf',
    make: (_random, size) => {
      const depth = Math.floor(size / 60);
      return pdf(
        Array.from({ length: depth }, (_, index) =>
          index === depth - 1 ? page('') : `<</Type/Pages/Kids[${index + 3} 0 R]/Count 1>>`,
        ),
      );
    },
  },
  {
    name: 'one-page-often.pdf',
    make: (random, size) => {
      const count = Math.floor(size / 8);
      const objects = [
        `<</Type/Pages/Kids[${fill('3 0 R ', count * 6)}]/Count ${count}>>`,
        page('/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>'),
      ];
      return pdf([...objects, stream(words('Tides', random)), FONT]);
    },
  },
  {
    name: 'many-words.pdf',
    make: (random, size) => onePage(Array.from({ length: size / 30 }, () => words('tides', random)).join('')),
  },
  {
    name: 'many-marks.pdf',
    make: (random, size) => onePage(words(fill(random.pick(['*', '`', '[', '_', ' ', '|', '<']), size), random)),
  },
  { name: 'one-place.pdf', make: (_random, size) => onePage(fill('BT /F 9 Tf 72 700 Td (x) Tj ET\n', size)) },
  {
    name: 'rules.pdf',
    make: (random, size) =>
      onePage(
        Array.from(
          { length: size / 30 },
          () =>
            `${random.whole(0, 600)} ${random.whole(0, 780)} m ${random.whole(0, 600)} ${random.whole(0, 780)} l S\n`,
        ).join(''),
      ),
  },
  {
    name: 'grid.pdf',
    make: (_random, size) => {
      const count = Math.floor(Math.sqrt(size / 60));
      const step = 700 / count;
      const lines = Array.from(
        { length: count },
        (_, at) => `0 ${at * step} 612 0.5 re f ${at * step} 0 0.5 780 re f\n`,
      );
      return onePage(lines.join('') + fill('BT /F 3 Tf 72 700 Td (x) Tj ET\n', size / 4));
    },
  },
  {
    name: 'states.pdf',
    make: (random, size) =>
      onePage(fill(random.pick(['q ', 'Q ', 'BT ', 'q 1 0 0 1 0 0 cm ', 'BX ', '/A BMC ', '[(']), size)),
  },
  {
    name: 'content-bomb.pdf',
    make: (random, size) => onePage(fill(random.pick([' ', 'q Q\n', '0 0 m\n', 'BT /F 9 Tf (x) Tj ET\n']), size * 20)),
  },
  {
    name: 'forms-in-forms.pdf',
    make: (random) => {
      const depth = random.whole(5, 12);
      const forms = Array.from({ length: depth }, (_, index) => {
        const content = index === depth - 1 ? 'BT /F 9 Tf 72 700 Td (lol) Tj ET' : fill('/N Do ', 60);
        return stream(
          content,
          '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</N ' +
            `${6 + Math.min(depth - 1, index + 1)} 0 R>>/Font<</F 5 0 R>>>>`,
        );
      });
      return pdf([
        PAGES,
        page('/Contents 4 0 R/Resources<</XObject<</N 6 0 R>>/Font<</F 5 0 R>>>>'),
        stream('/N Do'),
        FONT,
        ...forms,
      ]);
    },
  },
  {
    name: 'form-in-itself.pdf',
    make: () => {
      const form = stream('/N Do /N Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</N 6 0 R>>>>');
      return pdf([PAGES, page('/Contents 4 0 R/Resources<</XObject<</N 6 0 R>>>>'), stream('/N Do'), FONT, form]);
    },
  },
  {
    name: 'outline-in-a-circle.pdf',
    make: () =>
      pdf(
        [
          PAGES,
          page(''),
          '<</First 5 0 R/Last 5 0 R/Count 9999999>>',
          '<</Title(x)/Next 5 0 R/First 5 0 R/Parent 4 0 R>>',
        ],
        '/Pages 2 0 R/Outlines 4 0 R',
      ),
  },
  {
    name: 'annotations.pdf',
    make: (_random, size) =>
      pdf([
        PAGES,
        page(`/Annots[${fill('4 0 R ', size)}]`),
        '<</Type/Annot/Subtype/Link/Rect[0 0 600 700]/A<</S/URI/URI(https://a.org/)>>>>',
      ]),
  },
  {
    name: 'structure-in-a-circle.pdf',
    make: (_random, size) =>
      pdf(
        [
          PAGES,
          page('/StructParents 0'),
          `<</Type/StructTreeRoot/K[${fill('5 0 R ', size)}]>>`,
          '<</Type/StructElem/S/Table/P 4 0 R/K[5 0 R 5 0 R]>>',
        ],
        '/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>',
      ),
  },
  {
    name: 'font-widths.pdf',
    make: (_random, size) => {
      const font =
        '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar ' +
        `99999999/Widths[${fill('0 ', size)}]/Encoding<</Differences[${fill('0/a', size / 4)}]>>/ToUnicode 6 0 ` +
        'R>>';
      const map = stream(`begincmap 1 beginbfrange <0000><ffff>[${fill('<0041> ', size)}] endbfrange endcmap`);
      return pdf([
        PAGES,
        page('/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>'),
        stream('BT /F 9 Tf (abc) Tj ET'),
        font,
        map,
      ]);
    },
  },
  {
    name: 'nested-arrays.pdf',
    make: (random, size) => pdf([PAGES, page(`/A ${fill(random.pick(['[', '<<', '<</A ', '(']), size)}`)]),
  },
  {
    name: 'huge-xref.pdf',
    make: (_random, size) =>
      Buffer.from(
        `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj${PAGES}endobj 3 0 ` +
          `obj${page('')}endobj\nxref\n0 99999999\n${fill('0000000009 00000 n \n', size)}trailer<</Size ` +
          `99999999/Root 1 0 R/Prev 9>>\nstartxref\n130\n%%EOF`,
      ),
  },
  {
    name: 'huge-box.pdf',
    make: (random) =>
      pdf([
        PAGES,
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${random.pick(['1e30', '99999999', '-1', '0'])} 99999999]>>`,
      ]),
  },
  {
    name: 'objects.pdf',
    make: (_random, size) =>
      pdf([PAGES, page(''), ...Array.from({ length: Math.floor(size / 40) }, (_, index) => `<</A ${index + 5} 0 R>>`)]),
  },
];
