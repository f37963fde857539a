/** Drawings: pictures stand in the line, text boxes and charts follow the paragraph that anchors them. */
import type { Block, Inline } from '../markdown/model.ts';
import { chartBlocks } from '../ooxml/charts.ts';
import { walk, type XmlElement } from '../ooxml/xml.ts';
import type { DocxContext } from './context.ts';

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
        images.push({
          kind: 'image',
          alt: alt || (element.attributes['o:title'] ?? ''),
          src: imageName(element, context),
          href,
        });
        break;
      case 'w:txbxContent':
        blocks.push(...context.readBlocks(element, context));
        break;
      case 'c:chart': {
        const part = context.relationships.get(element.attributes['r:id'] ?? '')?.target;
        blocks.push(...(part === undefined ? [] : chartBlocks(context.file.xml(part))));
        break;
      }
      default:
    }
  }
  return { images, blocks };
}

/** Name of the picture's file inside the document: the pictures themselves are not part of the Markdown. */
function imageName({ attributes }: XmlElement, context: DocxContext): string {
  const id = attributes['r:embed'] ?? attributes['r:id'] ?? attributes['r:link'] ?? '';
  return context.relationships.get(id)?.target.split('/').at(-1) ?? '';
}
