/** Writes small PDFs with positioned text, drawn lines and images; enough to test how pages are read. */

export type PdfFont = 'regular' | 'bold' | 'mono' | 'hebrew';

/** Places are in points from the upper left corner; `y` is the baseline. */
export interface PdfText {
  readonly x: number;
  readonly y: number;
  /** Characters of Latin-1. In the font `hebrew`, `a` to `z` stand for the letters from alef on. */
  readonly text: string;
  /** In points; default 10. */
  readonly size?: number;
  readonly font?: PdfFont;
  /** Degrees counterclockwise. */
  readonly angle?: number;
  /** Marked-content id, to name it in `structure`. */
  readonly mcid?: number;
  /** Neither filled nor stroked. */
  readonly invisible?: boolean;
}

export interface PdfLine {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** An element of the structure tree; numbers among its children are marked-content ids. */
export interface PdfElement {
  readonly type: string;
  readonly children: readonly (PdfElement | number)[];
  readonly columnSpan?: number;
}

/** 32 × 32 pixels at a position, in points from the upper left corner. Equal numbers show the same picture. */
export interface PdfPicture {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly number: number;
  /** A stream of JPEG, of which only the header is right; else pixels of red, green and blue. */
  readonly jpeg?: boolean;
  /** Grey pixels instead. */
  readonly scan?: { readonly pixels: Uint8Array; readonly width: number; readonly height: number };
}

/** An area, in points from the upper left corner, that leads to an address. */
export interface PdfLink extends PdfLine {
  readonly uri: string;
}

/** The value of a text field, shown 12 points high. */
export interface PdfField {
  readonly x: number;
  readonly y: number;
  readonly value: string;
}

export interface PdfPage {
  readonly text?: readonly PdfText[];
  readonly lines?: readonly PdfLine[];
  /** Coloured rectangles from corner to corner. */
  readonly fills?: readonly PdfLine[];
  /** Fills the page with an image, as a scanner does. */
  readonly image?: boolean;
  readonly pictures?: readonly PdfPicture[];
  readonly links?: readonly PdfLink[];
  /** Form fields with their values. */
  readonly fields?: readonly PdfField[];
  /** Entries of other annotations; those of the subtype `Widget` are fields of the form. */
  readonly annotations?: readonly string[];
  /** `/Rotate`: degrees clockwise. */
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Tags the page. */
  readonly structure?: PdfElement;
  /** The page tree names it, but it is not a page. */
  readonly broken?: boolean;
}

export interface PdfOptions {
  /** Document information: `Title`, `Author`, `CreationDate`. */
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Protected by a password that nobody knows. */
  readonly encrypted?: boolean;
  /** Another font of the standard 14 for the font `regular`, such as `Times-Roman`. */
  readonly regular?: string;
}

export const PDF_WIDTH = 612;
export const PDF_HEIGHT = 792;

const WIN_ANSI = '/Encoding /WinAnsiEncoding';

const FONTS: Readonly<Record<PdfFont, string>> = {
  regular: `/BaseFont /Helvetica ${WIN_ANSI}`,
  bold: `/BaseFont /Helvetica-Bold ${WIN_ANSI}`,
  mono: `/BaseFont /Courier ${WIN_ANSI}`,
  hebrew: '/BaseFont /Helvetica /ToUnicode 8 0 R',
};

const HEBREW_CMAP =
  'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <05d0> endbfrange endcmap';

/** Objects 1 to 9: catalog, page tree, fonts, information, the Hebrew character map and the image. */
const FIRST_PAGE = 10;

export function makePdf(pages: readonly PdfPage[], options: PdfOptions = {}): Uint8Array {
  const pageNumber = (index: number): number => FIRST_PAGE + 2 * index;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const tags = tagObjects(pages, FIRST_PAGE + 2 * pages.length, pageNumber);
  const pictures = new Map<string, PdfPicture>();
  for (const page of pages) for (const picture of page.pictures ?? []) pictures.set(pictureName(picture), picture);
  const firstPicture = FIRST_PAGE + 2 * pages.length + tags.objects.length;
  const firstFields: number[] = [];
  let nextField = firstPicture + pictures.size;
  for (const page of pages) {
    firstFields.push(nextField);
    nextField += page.fields?.length ?? 0;
  }
  const firstAnnotations: number[] = [];
  const widgets: string[] = [];
  for (const page of pages) {
    firstAnnotations.push(nextField);
    for (const entries of page.annotations ?? []) {
      if (entries.includes('/Widget')) widgets.push(`${nextField} 0 R`);
      nextField++;
    }
  }
  const form = widgets.length === 0 ? '' : ` /AcroForm << /Fields [${widgets.join(' ')}] >>`;
  const resources = [...pictures.keys()].map((name, index) => ` /${name} ${firstPicture + index} 0 R`).join('');
  const language = options.language === undefined ? '' : ` /Lang (${options.language})`;
  const info = Object.entries(options.info ?? {}).map(([key, value]) => `/${key} ${literal(value)}`);
  const regular = options.regular === undefined ? FONTS.regular : `/BaseFont /${options.regular} ${WIN_ANSI}`;
  const fonts = Object.values({ ...FONTS, regular }).map((font) => `<< /Type /Font /Subtype /Type1 ${font} >>`);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${language}${form}${tags.root} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...fonts,
    `<< ${info.join(' ')} >>`,
    stream(HEBREW_CMAP),
    stream('\u0080', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8'),
    ...pages.flatMap((page, index) => [
      pageObject(page, index, pageNumber(index) + 1, resources, firstFields[index] ?? 0, firstAnnotations[index] ?? 0),
      stream(contentOf(page)),
    ]),
    ...tags.objects,
    ...[...pictures.values()].map(pictureObject),
    ...pages.flatMap((page) => (page.fields ?? []).map(fieldLooks)),
    ...pages.flatMap((page) => (page.annotations ?? []).map((entries) => `<< /Type /Annot ${entries} >>`)),
  ];
  return assemble(objects, options.encrypted === true);
}

function pageObject(
  page: PdfPage,
  index: number,
  content: number,
  pictures: string,
  firstField: number,
  firstAnnotation: number,
): string {
  if (page.broken === true) return 'null';
  const fonts = Object.keys(FONTS).map((name, index) => `/${name} ${3 + index} 0 R`);
  const resources = `<< /Font << ${fonts.join(' ')} >> /XObject << /image 9 0 R${pictures} >> >>`;
  const box = `/MediaBox [0 0 ${PDF_WIDTH} ${PDF_HEIGHT}] /Rotate ${page.rotate ?? 0}`;
  const annotations = annotationsOf(page, firstField, firstAnnotation);
  return (
    `<< /Type /Page /Parent 2 0 R /StructParents ${index} ${box} ${annotations} /Contents ${content} 0 R ` +
    `/Resources ${resources} >>`
  );
}

function contentOf(page: PdfPage): string {
  const image = page.image === true ? [`q ${PDF_WIDTH} 0 0 ${PDF_HEIGHT} 0 0 cm /image Do Q`] : [];
  const pictures = (page.pictures ?? []).map((picture) => {
    const { x, y, width, height } = picture;
    return `q ${width} 0 0 ${height} ${x} ${PDF_HEIGHT - y - height} cm /${pictureName(picture)} Do Q`;
  });
  const lines = (page.lines ?? []).map(
    ({ x0, y0, x1, y1 }) => `${x0} ${PDF_HEIGHT - y0} m ${x1} ${PDF_HEIGHT - y1} l S`,
  );
  const fills = (page.fills ?? []).map(
    ({ x0, y0, x1, y1 }) => `q 0.8 g ${x0} ${PDF_HEIGHT - y1} ${x1 - x0} ${y1 - y0} re f Q`,
  );
  const texts = (page.text ?? []).map(({ x, y, text, size = 10, font = 'regular', angle = 0, mcid, invisible }) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const matrix = [cos, sin, -sin, cos, x, PDF_HEIGHT - y].map((number) => number.toFixed(4)).join(' ');
    const shown = `BT ${invisible === true ? 3 : 0} Tr /${font} ${size} Tf ${matrix} Tm ${literal(text)} Tj ET`;
    return mcid === undefined ? shown : `/P << /MCID ${mcid} >> BDC ${shown} EMC`;
  });
  return [...image, ...pictures, ...fills, ...lines, ...texts].join('\n');
}

/** Numbers of the objects with the looks of the page's first field, and of its first other annotation. */
function annotationsOf(
  { links = [], fields = [], annotations = [] }: PdfPage,
  firstField: number,
  first: number,
): string {
  const areas = links.map(({ x0, y0, x1, y1, uri }) => {
    const rectangle = `[${x0} ${PDF_HEIGHT - y1} ${x1} ${PDF_HEIGHT - y0}]`;
    return `<< /Type /Annot /Subtype /Link /Rect ${rectangle} /A << /S /URI /URI ${literal(uri)} >> >>`;
  });
  const widgets = fields.map(({ x, y, value }, index) => {
    const rectangle = `[${x} ${PDF_HEIGHT - y - 4} ${x + 200} ${PDF_HEIGHT - y + 10}]`;
    const looks = `/AP << /N ${firstField + index} 0 R >>`;
    return (
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${index}) /V ${literal(value)} /F 4 /Rect ${rectangle} ` +
      `${looks} >>`
    );
  });
  const others = annotations.map((_, index) => `${first + index} 0 R`);
  return `/Annots [${[...areas, ...widgets, ...others].join(' ')}]`;
}

const fieldLooks = ({ value }: PdfField): string =>
  stream(
    `BT /regular 10 Tf 0 4 Td ${literal(value)} Tj ET`,
    '/Type /XObject /Subtype /Form /BBox [0 0 200 14] /Resources << /Font << /regular 3 0 R >> >>',
  );

const pictureName = ({ number, jpeg }: PdfPicture): string => `${jpeg === true ? 'J' : 'P'}${number}`;

function pictureObject({ number, jpeg, scan }: PdfPicture): string {
  if (scan !== undefined) {
    const size = `/Width ${scan.width} /Height ${scan.height}`;
    const grey = `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    return stream(Buffer.from(scan.pixels).toString('latin1'), grey);
  }
  const dictionary = '/Type /XObject /Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  if (jpeg === true) {
    const header = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 32, 0, 32, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xd9];
    return stream(Buffer.from([...header, number]).toString('latin1'), `${dictionary} /Filter /DCTDecode`);
  }
  const pixels = Array.from({ length: 32 * 32 * 3 }, (_, index) => (index * index * 7 + number * 31) % 251);
  return stream(Buffer.from(pixels).toString('latin1'), dictionary);
}

/** The structure tree's root and elements as objects from `first` on, and the entry of the catalog that names them. */
function tagObjects(
  pages: readonly PdfPage[],
  first: number,
  pageNumber: (index: number) => number,
): { root: string; objects: string[] } {
  if (pages.every((page) => page.structure === undefined)) return { root: '', objects: [] };
  const objects = [''];
  const add = (element: PdfElement, parent: number, page: number, owners: number[]): number => {
    const number = first + objects.push('') - 1;
    const kids = element.children.map((child) => {
      if (typeof child !== 'number') return `${add(child, number, page, owners)} 0 R`;
      owners[child] = number;
      return String(child);
    });
    const span = element.columnSpan === undefined ? '' : ` /A << /O /Table /ColSpan ${element.columnSpan} >>`;
    objects[number - first] =
      `<< /Type /StructElem /S /${element.type} /P ${parent} 0 R /Pg ${page} 0 R /K [${kids.join(' ')}]${span} >>`;
    return number;
  };
  const roots: string[] = [];
  const parents: string[] = [];
  for (const [index, { structure }] of pages.entries()) {
    if (structure === undefined) continue;
    const owners: number[] = [];
    roots.push(`${add(structure, first, pageNumber(index), owners)} 0 R`);
    parents.push(`${index} [${owners.map((owner) => `${owner} 0 R`).join(' ')}]`);
  }
  objects[0] = `<< /Type /StructTreeRoot /K [${roots.join(' ')}] /ParentTree << /Nums [${parents.join(' ')}] >> >>`;
  return { root: ` /MarkInfo << /Marked true >> /StructTreeRoot ${first} 0 R`, objects };
}

/** `/Rect` of an area in points from the upper left corner. */
export const pdfRectangle = ({ x0, y0, x1, y1 }: PdfLine): string =>
  `/Rect [${x0} ${PDF_HEIGHT - y1} ${x1} ${PDF_HEIGHT - y0}]`;

const literal = (text: string): string => `(${text.replace(/[()\\]/g, '\\$&')})`;

const stream = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

function assemble(objects: readonly string[], encrypted: boolean): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const id = '00112233445566778899aabbccddeeff';
  // Check values that no password fits.
  const check = `<${'5a'.repeat(32)}>`;
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${check} /U ${check} /P -4 >>`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file +=
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R /ID [<${id}> <${id}>] ` +
    `${encrypted ? encryption : ''} >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines of running text below each other, 12 points apart. */
export const paragraph = (x: number, y: number, lines: readonly string[], size = 10): PdfText[] =>
  lines.map((text, index) => ({ x, y: y + index * 12, text, size }));

/** A long document: each page has a heading `Chapter n` and paragraphs that name their page. */
export function makeLongPdf(pageCount = 100): Uint8Array {
  return makePdf(
    Array.from({ length: pageCount }, (_, index) => ({
      text: [
        { x: 72, y: 120, text: `Chapter ${index + 1}`, size: 18, font: 'bold' as const },
        ...Array.from({ length: 8 }, (_unused, part) =>
          paragraph(72, 160 + part * 64, [
            `This is part ${part + 1} of page ${index + 1}, which is long enough to be read as running text and`,
            'goes on over several lines, as the paragraphs of real documents do, until it comes to the',
            'end that every paragraph has.',
          ]),
        ).flat(),
      ],
    })),
  );
}
