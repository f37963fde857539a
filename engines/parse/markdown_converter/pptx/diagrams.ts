/** SmartArt: the tree of its texts as a nested list. Drawings of it are made anew by each program and are not read. */
import type { Block, ListItem } from '../../shared/markdown/model.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { childrenOf, descend, type XmlElement } from '../ooxml/xml.ts';
import { isVisible, readText } from '../drawingml/text.ts';

/** The list of a diagram's data part; empty without text. */
export function diagramBlocks(file: OoxmlPackage, part: string): Block[] {
  const data = file.xml(part) ?? undefined;
  const points = new Map(
    childrenOf(descend(data, 'dgm:ptLst'), 'dgm:pt').map((point) => [point.attributes['modelId'] ?? '', point]),
  );
  const children = new Map<string, { to: string; order: number }[]>();
  for (const { attributes } of childrenOf(descend(data, 'dgm:cxnLst'), 'dgm:cxn')) {
    if ((attributes['type'] ?? 'parOf') !== 'parOf') continue;
    const siblings = children.get(attributes['srcId'] ?? '') ?? [];
    children.set(attributes['srcId'] ?? '', siblings);
    siblings.push({ to: attributes['destId'] ?? '', order: Number(attributes['srcOrd']) || 0 });
  }

  // Each point is taken once: connections of a broken file may run in circles.
  const taken = new Set<string>();
  const itemsBelow = (id: string, depth: number): ListItem[] =>
    (children.get(id) ?? [])
      .toSorted((a, b) => a.order - b.order)
      .flatMap(({ to }) => {
        if (taken.has(to) || depth > MAX_DEPTH) return [];
        taken.add(to);
        const blocks = pointText(points.get(to));
        const below = itemsBelow(to, depth + 1);
        if (blocks.length === 0) return below;
        return [{ number: null, blocks: below.length === 0 ? blocks : [...blocks, { kind: 'list', items: below }] }];
      });
  const roots = [...points].filter(([, point]) => point.attributes['type'] === 'doc').map(([id]) => id);
  const items = roots.flatMap((id) => itemsBelow(id, 0));
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

const MAX_DEPTH = 20;

function pointText(point: XmlElement | undefined): Block[] {
  const blocks = readText(descend(point, 'dgm:t'), { relationships: new Map(), styles: [] });
  return blocks.filter((block) => block.kind !== 'paragraph' || isVisible(block.content));
}
