/** The content of a shape: text, a table, a chart, a diagram or a picture. */
import { resolveLink } from '../../documents/html/links.ts';
import { mapInline } from '../../documents/markdown/map-inline.ts';
import type { Block, Inline } from '../../documents/markdown/model.ts';
import { readChart } from '../shared/ooxml/extended-charts.ts';
import { childrenOf, descend, walk, type XmlElement } from '../../documents/xml.ts';
import type { SlideContext } from './context.ts';
import { described } from '../shared/descriptions.ts';
import { diagramBlocks } from '../shared/drawingml/diagrams.ts';
import { inheritedShapes, isTitle, nonVisual, shapeDescription, type Placeholder } from './placeholders.ts';
import { readRuns } from '../shared/drawingml/runs.ts';
import type { Shape } from './shapes.ts';
import { readTable } from './tables.ts';
import { isVisible, readText } from '../shared/drawingml/text.ts';

/** A shape below its description, which a picture has itself. */
export function readShape({ element, placeholder }: Shape, context: SlideContext): Block[] {
  const description = shapeDescription(element);
  switch (element.name) {
    case 'p:sp': {
      const blocks = isTitle(placeholder) ? readTitle(element, context) : readBody(element, placeholder, context);
      return described(description, linked(blocks, linkOf(element, context)));
    }
    case 'p:pic':
      return readPicture(element, context);
    case 'p:grpSp':
    case 'p:cxnSp':
      return described(description, []);
    default:
      return described(description, readFrame(element, context));
  }
}

/** The address that a click on the shape opens, or `null`. */
function linkOf(shape: XmlElement, { relationships }: SlideContext): string | null {
  const link = descend(nonVisual(shape), 'p:cNvPr', 'a:hlinkClick')?.attributes['r:id'];
  const target = relationships.get(link ?? '');
  return target?.isExternal === true ? resolveLink(target.target, null) : null;
}

/** Text without a link of its own leads to the address. */
const linked = (blocks: Block[], href: string | null): Block[] =>
  href === null
    ? blocks
    : mapInline(blocks, (inline) =>
        inline.kind === 'text' && inline.format.href === null
          ? [{ ...inline, format: { ...inline.format, href } }]
          : [inline],
      );

function readTitle(shape: XmlElement, { relationships }: SlideContext): Block[] {
  const lines = childrenOf(descend(shape, 'p:txBody'), 'a:p').map((line) => readRuns(line, relationships));
  const content = lines
    .filter(isVisible)
    .flatMap((line, index): Inline[] => (index === 0 ? line : [{ kind: 'break' }, ...line]));
  return content.length === 0 ? [] : [{ kind: 'heading', level: 1, content }];
}

function readBody(shape: XmlElement, placeholder: Placeholder | null, context: SlideContext): Block[] {
  const inherited = inheritedShapes(placeholder, context.layouts);
  const master = context.layouts.at(-1)?.element;
  const isBody = placeholder !== null && /^(obj|body|tbl|chart|dgm|media|clipArt|pic)$/.test(placeholder.type);
  const styles = [
    ...inherited.map((source) => descend(source, 'p:txBody', 'a:lstStyle')),
    isBody ? descend(master, 'p:txStyles', 'p:bodyStyle') : undefined,
  ];
  return readText(descend(shape, 'p:txBody'), { relationships: context.relationships, styles });
}

function readFrame(frame: XmlElement, context: SlideContext): Block[] {
  const data = descend(frame, 'a:graphic', 'a:graphicData');
  const table = descend(data, 'a:tbl');
  if (table !== undefined) return readTable(table, context);
  const target = (id: string | undefined): string => context.relationships.get(id ?? '')?.target ?? '';
  const chart = descend(data, 'c:chart') ?? descend(data, 'cx:chart');
  if (chart !== undefined)
    return counted('charts', readChart(context.file.xml(target(chart.attributes['r:id']))), context);
  const diagram = descend(data, 'dgm:relIds');
  if (diagram !== undefined)
    return counted('diagrams', diagramBlocks(context.file, target(diagram.attributes['r:dm'])), context);
  const inside = [...walk(data)];
  const object = inside.find(({ name }) => name === 'p:oleObj');
  const content = context.embedded.blocksOf(target(object?.attributes['r:id']));
  if (content !== null) return content;
  if (descend(object, 'p:link') !== undefined) context.omissions.leaveOut('linked objects');
  // Other objects have a preview picture.
  return inside.filter(({ name }) => name === 'p:pic').flatMap((picture) => readPicture(picture, context));
}

/** Blocks of an object, which is counted as left out when there are none. */
function counted(what: string, blocks: Block[], { omissions }: SlideContext): Block[] {
  if (blocks.length === 0) omissions.leaveOut(what);
  return blocks;
}

function readPicture(picture: XmlElement, context: SlideContext): Block[] {
  const placement = { alt: shapeDescription(picture), href: linkOf(picture, context), page: context.page };
  const blip = descend(picture, 'p:blipFill', 'a:blip')?.attributes;
  const source = context.relationships.get(blip?.['r:embed'] ?? blip?.['r:link'] ?? '');
  if (source === undefined) return [];
  const shown = source.isExternal
    ? context.pictures.linked(source.target, placement)
    : context.pictures.ofPart(source.target, placement);
  return isVisible([shown]) ? [{ kind: 'paragraph', content: [shown] }] : [];
}
