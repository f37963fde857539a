/** Drawings: pictures are inline; text boxes and charts follow their anchor paragraph. */
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { diagramBlocks } from '../shared/drawingml/diagrams.ts';
import { described, descriptionOf } from '../shared/descriptions.ts';
import { readChart } from '../shared/ooxml/extended-charts.ts';
import type { OoxmlPackage } from '../shared/ooxml/package.ts';
import { walk, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import { append } from '../../documents/append.ts';

export function readDrawing(
  drawing: XmlElement,
  href: string | null,
  context: DocxContext,
): { images: readonly Inline[]; blocks: readonly Block[] } {
  const images: Inline[] = [];
  const blocks: Block[] = [];
  const target = (id: string | undefined): string => context.relationships.get(id ?? '')?.target ?? '';
  let alt = '';
  for (const element of walk(drawing, ({ name }) => name !== 'w:txbxContent' && name !== 'mc:Fallback')) {
    const { attributes } = element;
    switch (element.name) {
      case 'wp:docPr':
        alt = descriptionOf(attributes['title'], attributes['descr']);
        break;
      case 'a:blip':
      case 'v:imagedata':
        append(images, picture(element, alt, href, context));
        break;
      case 'w:txbxContent':
        append(blocks, context.readBlocks(element, context));
        break;
      case 'v:textpath':
        // In heads it is the watermark.
        if (!context.fields.isInHeader && attributes['string'] !== undefined)
          blocks.push({ kind: 'paragraph', content: [text(attributes['string'])] });
        break;
      case 'c:chart':
      case 'cx:chart':
        append(blocks, ofPart(target(attributes['r:id']), 'charts', readChartPart, context));
        break;
      case 'dgm:relIds':
        append(blocks, ofPart(target(attributes['r:dm']), 'diagrams', diagramBlocks, context));
        break;
      case 'o:OLEObject': {
        const content = context.embedded.blocksOf(target(attributes['r:id']));
        if (content !== null) return { images: [], blocks: [...blocks, ...content] };
        if (attributes['Type'] === 'Link') context.omissions.leaveOut('linked objects');
        break;
      }
      case 'w:control':
        context.omissions.leaveOut('controls');
        break;
      default:
        if (element.name.endsWith(':contentPart')) context.omissions.leaveOut('ink drawings');
        else if (element.name.startsWith('v:')) alt ||= descriptionOf(undefined, attributes['alt']);
    }
  }
  return { images, blocks: images.length === 0 ? described(alt, blocks) : blocks };
}

/** Blocks of a part, for the first drawing that shows it; counted as left out when there are none. */
function ofPart(
  part: string,
  what: string,
  read: (file: OoxmlPackage, part: string) => readonly Block[],
  { file, shown, omissions }: DocxContext,
): readonly Block[] {
  if (shown.has(part)) return [];
  shown.add(part);
  const blocks = read(file, part);
  if (blocks.length === 0) omissions.leaveOut(what);
  return blocks;
}

const readChartPart = (file: OoxmlPackage, part: string): readonly Block[] => readChart(file.xml(part));

function picture({ attributes }: XmlElement, drawingAlt: string, href: string | null, context: DocxContext): Inline[] {
  const alt = drawingAlt || (attributes['o:title'] ?? '');
  const embedded = context.relationships.get(attributes['r:embed'] ?? attributes['r:id'] ?? '');
  const source = embedded ?? context.relationships.get(attributes['r:link'] ?? '');
  if (source === undefined) return alt === '' ? [] : [text(alt)];
  const { isExternal, target } = source;
  return [isExternal ? context.pictures.linked(target, { alt, href }) : context.pictures.ofPart(target, { alt, href })];
}
