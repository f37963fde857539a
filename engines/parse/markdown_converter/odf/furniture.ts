/** Heads, feet, dates and numbers of slides, and the text that their master slide shows on them. */
import { text, type Block } from '../../documents/markdown/model.ts';
import { childrenOf, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { SlideFurniture, type FurnitureKind } from '../shared/slide-furniture.ts';
import { isVisible } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { isShape, readShape } from './shapes.ts';
import { propertyOf } from './styles.ts';

const KINDS: ReadonlyMap<string, FurnitureKind> = new Map([
  ['header', 'text'],
  ['footer', 'text'],
  ['date-time', 'date'],
  ['page-number', 'number'],
]);

/** Texts that slides refer to, by the attribute that has their name and the switch of the style. */
const DECLARED = [
  { element: 'presentation:footer-decl', use: 'presentation:use-footer-name', display: 'footer', kind: 'text' },
  {
    element: 'presentation:date-time-decl',
    use: 'presentation:use-date-time-name',
    display: 'date-time',
    kind: 'date',
  },
] as const;

export class OdfFurniture {
  readonly #shown: SlideFurniture;
  readonly #masters: ReadonlyMap<string, XmlElement>;
  /** Declared texts by their elements and names. */
  readonly #declarations: ReadonlyMap<string, string>;

  constructor(presentation: XmlElement, { file, options }: OdfContext) {
    this.#shown = new SlideFurniture(options);
    const styles = file.xml('styles.xml') ?? file.xml('content.xml') ?? undefined;
    const masters = [...walk(styles)].filter(({ name }) => name === 'style:master-page');
    this.#masters = new Map(masters.map((master) => [master.attributes['style:name'] ?? '', master]));
    this.#declarations = new Map(
      childrenOf(presentation)
        .toReversed()
        .map((one) => [`${one.name} ${one.attributes['presentation:name']}`, textOf(one).trim()]),
    );
  }

  /** Whether the shape is a head, foot, date or number that is left out. */
  omits(shape: XmlElement): boolean {
    const kind = KINDS.get(shape.attributes['presentation:class'] ?? '');
    return kind !== undefined && !this.#shown.shows(kind, textOf(shape));
  }

  /** What a slide shows of its master, and the texts that it declares. */
  blocksOf(slide: XmlElement, context: OdfContext): Block[] {
    const style = context.styles.chain('drawing-page', slide.attributes['draw:style-name']);
    const isOn = (name: string): boolean =>
      propertyOf(style, 'style:drawing-page-properties', `presentation:${name}`) !== 'false';
    const master = this.#masters.get(slide.attributes['draw:master-page-name'] ?? '');
    const shapes = isOn('background-objects-visible') ? childrenOf(master).filter(isShape) : [];
    const own = shapes.filter((shape) => {
      const paragraphs = [...walk(shape)].filter(({ name }) => name === 'text:p');
      const words = paragraphs.map(textOf).join(' ').trim();
      const isText = shape.attributes['presentation:class'] === undefined && words !== '';
      return isText && this.#shown.shows('text', words);
    });
    const declared = DECLARED.filter(({ display }) => isOn(`display-${display}`)).flatMap(({ element, use, kind }) => {
      const words = this.#declarations.get(`${element} ${slide.attributes[use]}`) ?? '';
      return words !== '' && this.#shown.shows(kind, words) ? [words] : [];
    });
    return [
      ...own.flatMap((shape) => shapeBlocks(shape, context)),
      ...declared.map((words): Block => ({ kind: 'paragraph', content: [text(words)] })),
    ];
  }
}

/** A shape apart from a text. */
export function shapeBlocks(shape: XmlElement, context: OdfContext): Block[] {
  const { line, anchored } = readShape(shape, null, context);
  return isVisible(line) ? [{ kind: 'paragraph', content: line }, ...anchored] : anchored;
}
