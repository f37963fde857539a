/** Slides of a presentation (ODP). */
import type { Block, Inline } from '../../documents/markdown/model.ts';
import { remarkBlocks } from '../../documents/markdown/remarks.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { readingOrder, type Box } from '../shared/reading-order.ts';
import { writeSlides, type SlideContent, type SlidesMarkdown } from '../shared/slides.ts';
import { readAnnotation } from './annotations.ts';
import { isVisible } from './blocks.ts';
import { OdfFurniture, shapeBlocks } from './furniture.ts';
import type { OdfContext } from './context.ts';
import { readInline } from './inline.ts';
import { isShape } from './shapes.ts';
import { propertyOf } from './styles.ts';

export function writePresentation(presentation: XmlElement, context: OdfContext, signal: AbortSignal): SlidesMarkdown {
  const { options } = context;
  const furniture = new OdfFurniture(presentation, context);
  const read = (slide: XmlElement, page: number): SlideContent =>
    isHidden(slide, context) && !options.hidden ? 'hidden' : readSlide(slide, furniture, { ...context, page });
  return writeSlides(childrenOf(presentation, 'draw:page'), read, options, context.omissions, signal);
}

function isHidden(slide: XmlElement, { styles }: OdfContext): boolean {
  const style = styles.chain('drawing-page', slide.attributes['draw:style-name']);
  return propertyOf(style, 'style:drawing-page-properties', 'presentation:visibility') === 'hidden';
}

function readSlide(slide: XmlElement, furniture: OdfFurniture, context: OdfContext): Block[] {
  const shapes = childrenOf(slide)
    .filter((element) => isShape(element) && !furniture.omits(element))
    .map((element) => ({ element, box: boxOf(element) }));
  const isTitle = ({ element }: { element: XmlElement }): boolean =>
    element.attributes['presentation:class'] === 'title';
  const title = shapes.filter(isTitle);
  const others = readingOrder(shapes.filter((shape) => !isTitle(shape)));
  if (title.length === 0 && others.length > 1 && isTitleLike(others[0]?.element)) title.push(...others.splice(0, 1));
  return [
    ...title.flatMap(({ element }) => readTitle(element, context)),
    ...others.flatMap(({ element }) => shapeBlocks(element, context)),
    ...furniture.blocksOf(slide, context),
    ...(context.options.notes ? readNotes(slide, furniture, context) : []),
    ...(context.options.comments
      ? childrenOf(slide, 'office:annotation').flatMap((annotation) => readAnnotation(annotation))
      : []),
  ];
}

const MAX_TITLE = 100;

/** Programs that write shapes instead of placeholders still put the title first, as one short line. */
function isTitleLike(shape: XmlElement | undefined): boolean {
  const inside = [...walk(shape)];
  const [only, ...rest] = inside.filter(({ name }) => name === 'text:p' || name === 'text:h');
  const length = textOf(only).trim().length;
  return rest.length === 0 && length > 0 && length <= MAX_TITLE && !inside.some(({ name }) => name === 'text:list');
}

function readTitle(frame: XmlElement, context: OdfContext): Block[] {
  const lines = [...walk(frame)]
    .filter(({ name }) => name === 'text:p' || name === 'text:h')
    .map((paragraph) => readInline(paragraph, [], context).line)
    .filter(isVisible);
  const content = lines.flatMap((line, index): Inline[] => (index === 0 ? line : [{ kind: 'break' }, ...line]));
  return content.length === 0 ? [] : [{ kind: 'heading', level: 1, content }];
}

/** The notes of the speaker and other text on their page. */
function readNotes(slide: XmlElement, furniture: OdfFurniture, context: OdfContext): Block[] {
  const shapes = childrenOf(descend(slide, 'presentation:notes')).filter(
    (shape) => isShape(shape) && textOf(shape).trim() !== '' && !furniture.omits(shape),
  );
  return remarkBlocks(
    'Notes:',
    shapes.flatMap((shape) => shapeBlocks(shape, context)),
  );
}

/** EMU, as in PPTX. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['cm', 360_000],
  ['mm', 36_000],
  ['in', 914_400],
  ['pt', 12_700],
  ['pc', 152_400],
  ['px', 9525],
]);

function boxOf({ attributes }: XmlElement): Box | null {
  const length = (name: string): number | null => {
    const match = /^(-?[\d.]+)([a-z]{2})$/.exec(attributes[name] ?? '');
    const unit = UNITS.get(match?.[2] ?? '');
    return match === null || unit === undefined ? null : Number(match[1]) * unit;
  };
  const left = length('svg:x');
  const top = length('svg:y');
  if (left === null || top === null) return null;
  return { left, top, right: left + (length('svg:width') ?? 0), bottom: top + (length('svg:height') ?? 0) };
}
