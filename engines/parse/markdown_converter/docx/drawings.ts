/** Drawings: pictures are inline; text boxes and charts follow their anchor paragraph. */
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { readChart } from '../shared/ooxml/extended-charts.ts';
import { walk, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import { append } from '../../documents/append.ts';

export function readDrawing(
  drawing: XmlElement,
  href: string | null,
  context: DocxContext,
): { images: Inline[]; blocks: Block[] } {
  const images: Inline[] = [];
  const blocks: Block[] = [];
  let alt = '';
  for (const element of walk(drawing, ({ name }) => name !== 'w:txbxContent' && name !== 'mc:Fallback')) {
    switch (element.name) {
      case 'wp:docPr':
        alt = (element.attributes['descr'] ?? '').replace(/\s+/g, ' ').trim();
        break;
      case 'a:blip':
      case 'v:imagedata':
        append(images, picture(element, alt, href, context));
        break;
      case 'w:txbxContent':
        append(blocks, context.readBlocks(element, context));
        break;
      case 'c:chart':
      case 'cx:chart': {
        const part = context.relationships.get(element.attributes['r:id'] ?? '')?.target;
        blocks.push(...(part === undefined ? [] : readChart(context.file.xml(part))));
        break;
      }
      case 'o:OLEObject': {
        const content = context.embedded.blocksOf(
          context.relationships.get(element.attributes['r:id'] ?? '')?.target ?? '',
        );
        if (content !== null) return { images: [], blocks: [...blocks, ...content] };
        break;
      }
      default:
    }
  }
  return { images, blocks };
}

function picture({ attributes }: XmlElement, drawingAlt: string, href: string | null, context: DocxContext): Inline[] {
  const alt = drawingAlt || (attributes['o:title'] ?? '');
  const embedded = context.relationships.get(attributes['r:embed'] ?? attributes['r:id'] ?? '');
  const source = embedded ?? context.relationships.get(attributes['r:link'] ?? '');
  if (source === undefined) return alt === '' ? [] : [text(alt)];
  const { isExternal, target } = source;
  return [isExternal ? context.pictures.linked(target, { alt, href }) : context.pictures.ofPart(target, { alt, href })];
}
