/** Placeholders: shapes that inherit position and style from the layout and master of their slide. */
import { childrenOf, descend, walk, type XmlElement } from '../../documents/xml.ts';
import { descriptionOf } from '../shared/descriptions.ts';
import type { Layout } from './context.ts';

export interface Placeholder {
  /** `title`, `body`, `dt`; default `obj`. */
  readonly type: string;
  /** Distinguishes placeholders of one layout; `null` for the only one of its type. */
  readonly index: string | null;
}

/** The placeholder of a shape, or `null`. */
export function placeholderOf(shape: XmlElement): Placeholder | null {
  const properties = nonVisual(shape);
  const placeholder = descend(properties, 'p:nvPr', 'p:ph')?.attributes;
  return placeholder === undefined ? null : { type: placeholder['type'] ?? 'obj', index: placeholder['idx'] ?? null };
}

/** The element with a shape's name, description and role. */
export function nonVisual(shape: XmlElement): XmlElement | undefined {
  return childrenOf(shape).find(({ name }) => /^p:nv[A-Z]\w*Pr$/.test(name));
}

/** What its author wrote for those who do not see it; empty for most shapes. */
export function shapeDescription(shape: XmlElement): string {
  const properties = descend(nonVisual(shape), 'p:cNvPr')?.attributes;
  return descriptionOf(properties?.['title'], properties?.['descr']);
}

/** The shapes of layout and master that a placeholder inherits from, nearest first. */
export function inheritedShapes(placeholder: Placeholder | null, layouts: readonly Layout[]): XmlElement[] {
  if (placeholder === null) return [];
  return layouts.flatMap(({ element }) => {
    const { byIndex, byFamily } = offeredBy(element);
    const sameIndex = placeholder.index === null ? undefined : byIndex.get(placeholder.index);
    return sameIndex ?? byFamily.get(family(placeholder.type)) ?? [];
  });
}

interface Offered {
  readonly byIndex: ReadonlyMap<string | null, XmlElement>;
  readonly byFamily: ReadonlyMap<string, XmlElement>;
}

const offered = new WeakMap<XmlElement, Offered>();

/** The placeholders of a layout; the first of duplicates. Cached, since many shapes need them. */
function offeredBy(layout: XmlElement): Offered {
  const known = offered.get(layout);
  if (known !== undefined) return known;
  const shapes = [...walk(descend(layout, 'p:cSld', 'p:spTree'))]
    .filter(({ name }) => name === 'p:sp')
    .flatMap((shape) => {
      const placeholder = placeholderOf(shape);
      return placeholder === null ? [] : [{ shape, placeholder }];
    })
    .reverse();
  const found = {
    byIndex: new Map(shapes.map(({ shape, placeholder }) => [placeholder.index, shape])),
    byFamily: new Map(shapes.map(({ shape, placeholder }) => [family(placeholder.type), shape])),
  };
  offered.set(layout, found);
  return found;
}

/** Placeholders for tables, charts and pictures inherit from the one for text. */
function family(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return /^(title|dt|ftr|sldNum|hdr)$/.test(type) ? type : 'body';
}

export const isTitle = (placeholder: Placeholder | null): boolean =>
  placeholder !== null && family(placeholder.type) === 'title';
