/** Frames and shapes: pictures and formulas are inline; text boxes, tables and charts follow the paragraph. */
import type { Block, Inline } from '../../documents/markdown/model.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';
import { described, descriptionOf } from '../shared/descriptions.ts';
import type { InlineContent, OdfContext } from './context.ts';
import { controlBlocks } from './controls.ts';
import { readObject } from './objects.ts';
import { partOf } from './package.ts';
import { readTable } from './tables.ts';

const SHAPE =
  /^draw:(frame|g|a|custom-shape|rect|ellipse|circle|polygon|polyline|path|line|connector|measure|caption|text-box|control)$/;

export const isShape = ({ name }: XmlElement): boolean => SHAPE.test(name);

/** A shape below its description, which pictures have themselves; programs describe formulas as such. */
export function readShape(shape: XmlElement, href: string | null, context: OdfContext): InlineContent {
  const { line, anchored } = readContent(shape, href, context);
  const isInLine = shape.name === 'draw:frame' && line.length > 0;
  return { line, anchored: isInLine ? anchored : described(descriptionOfElement(shape), anchored) };
}

const descriptionOfElement = (element: XmlElement): string =>
  descriptionOf(textOf(descend(element, 'svg:title')), textOf(descend(element, 'svg:desc')));

function readContent(shape: XmlElement, href: string | null, context: OdfContext): InlineContent {
  switch (shape.name) {
    case 'draw:frame':
      return readFrame(shape, href, context);
    case 'draw:a':
      return joined(shape, shape.attributes['xlink:href'] ?? null, context);
    case 'draw:control': {
      const id = shape.attributes['draw:control'] ?? '';
      const control = context.shown.has(`control ${id}`) ? undefined : context.controls.get(id);
      context.shown.add(`control ${id}`);
      return { line: [], anchored: control === undefined ? [] : controlBlocks(control) };
    }
    case 'draw:g':
      return joined(shape, href, context);
    default:
      return { line: [], anchored: context.readBlocks(shape, context) };
  }
}

function joined(group: XmlElement, href: string | null, context: OdfContext): InlineContent {
  const parts = childrenOf(group)
    .filter(isShape)
    .map((shape) => readShape(shape, href, context));
  return { line: parts.flatMap(({ line }) => line), anchored: parts.flatMap(({ anchored }) => anchored) };
}

/** A frame contains one object in one or more forms, the best first. */
function readFrame(frame: XmlElement, href: string | null, context: OdfContext): InlineContent {
  const line: Inline[] = [];
  const anchored: Block[] = [];
  const box = descend(frame, 'draw:text-box');
  const table = descend(frame, 'table:table');
  const object = descend(frame, 'draw:object');
  if (box !== undefined) return { line, anchored: context.readBlocks(box, context) };
  if (table !== undefined) return { line, anchored: readTable(table, context) };
  const read = object === undefined ? null : readObject(object, context);
  if (read !== null) return read;
  if (object !== undefined || descend(frame, 'draw:object-ole') !== undefined) {
    context.omissions.leaveOut('embedded objects');
  }
  const placement = { alt: descriptionOfElement(frame), href, page: context.page };
  const shown = childrenOf(frame, 'draw:image').map((image): Inline => {
    const data = descend(image, 'office:binary-data');
    if (data !== undefined) return context.pictures.embedded(() => Buffer.from(textOf(data), 'base64'), placement);
    const address = image.attributes['xlink:href'] ?? '';
    const isInside = !/^[a-z]+:/i.test(address);
    return isInside ? context.pictures.ofPart(partOf(address), placement) : context.pictures.linked(address, placement);
  });
  const best = shown.find((inline) => inline.kind === 'image' && inline.src !== '') ?? shown[0];
  return { line: best === undefined ? [] : [best], anchored };
}
