/** Presentations made in a test: slides of given shapes on one layout and one master. */
import { makeZip } from './zip.ts';

const NAMESPACES = [
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ');
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface Slide {
  /** Content of the shape tree. */
  readonly shapes: string;
  /** Attributes of `p:sld`. */
  readonly attributes?: string;
  /** {@link relation} elements beside that to the layout. */
  readonly relationships?: string;
}

export interface PptxParts {
  /** Content of the layout's shape tree. */
  readonly layout?: string;
  /** Content of `p:txStyles` of the master. */
  readonly textStyles?: string;
  /** Relationships of the presentation beside those to the slides. */
  readonly relationships?: string;
  /** Further parts by name. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A relationship of a part in `ppt/slides` or another folder of `ppt`. */
export function relation(id: string, type: string, target: string, more = ''): string {
  return `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${more}/>`;
}

export function makePptx(slides: readonly Slide[], parts: PptxParts = {}): Uint8Array {
  const list = (content: string): string => `<Relationships xmlns="${RELATIONSHIPS}">${content}</Relationships>`;
  const tree = (name: string, shapes: string, attributes = '', more = ''): string =>
    `<p:${name} ${NAMESPACES} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:${name}>`;
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': list(relation('R', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId r:id="S${index + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': list(
      slides.map((_, index) => relation(`S${index + 1}`, 'slide', `slides/slide${index + 1}.xml`)).join('') +
        (parts.relationships ?? ''),
    ),
    'ppt/slideLayouts/layout.xml': tree('sldLayout', parts.layout ?? ''),
    'ppt/slideLayouts/_rels/layout.xml.rels': list(relation('M', 'slideMaster', '../slideMasters/master.xml')),
    'ppt/slideMasters/master.xml': tree(
      'sldMaster',
      '',
      '',
      `<p:txStyles><p:bodyStyle>${parts.textStyles ?? ''}</p:bodyStyle></p:txStyles>`,
    ),
    ...parts.others,
  };
  for (const [index, { shapes, attributes, relationships = '' }] of slides.entries()) {
    files[`ppt/slides/slide${index + 1}.xml`] = tree('sld', shapes, attributes);
    files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = list(
      relation('L', 'slideLayout', '../slideLayouts/layout.xml') + relationships,
    );
  }
  return makeZip(files);
}

export interface ShapeOptions {
  /** Attributes of `p:ph`; without it the shape is no placeholder. */
  readonly placeholder?: string;
  /** Left, top, width, height in hundredths of an inch. */
  readonly at?: readonly [number, number, number, number];
  /** Content of `a:lstStyle`. */
  readonly style?: string;
}

/** A shape whose text is the given paragraphs, see {@link line}. */
export function shape(paragraphs: string, { placeholder, at, style = '' }: ShapeOptions = {}): string {
  const role = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/><p:nvPr>${role}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${transform(at)}</p:spPr>` +
    `<p:txBody><a:bodyPr/><a:lstStyle>${style}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`
  );
}

export function transform(at: ShapeOptions['at']): string {
  if (at === undefined) return '';
  const [x, y, cx, cy] = at.map((hundredths) => hundredths * 9144);
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
}

/** A paragraph of one run; `properties` is a whole `a:pPr`. */
export function line(text: string, properties = ''): string {
  return `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
}
