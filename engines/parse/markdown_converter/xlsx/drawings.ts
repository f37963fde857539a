/** Objects on a sheet: charts, pictures and text boxes, by their anchor cell. */
import { readText } from '../shared/drawingml/text.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { TableForm } from '../../documents/markdown/tables.ts';
import { chartBlocks } from '../shared/ooxml/charts.ts';
import type { OoxmlPackage, Relationship } from '../shared/ooxml/package.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';

export interface SheetItem {
  /** From 0. */
  readonly top: number;
  readonly left: number;
  /** Its Markdown; may be empty. */
  readonly write: () => string;
}

export interface DrawingSources {
  readonly file: OoxmlPackage;
  readonly pictures: PackagePictures;
  readonly tables: TableForm;
  readonly shownSheets: ReadonlySet<string>;
}

export function readDrawings(part: string, sources: DrawingSources): SheetItem[] {
  const drawings = [...sources.file.relationships(part).values()].filter(({ type }) => type === 'drawing');
  return drawings.flatMap(({ target }) => {
    const relationships = sources.file.relationships(target);
    return childrenOf(sources.file.xml(target) ?? undefined).map((anchor) => {
      const from = descend(anchor, 'xdr:from');
      const place = (name: string): number => Number.parseInt(textOf(descend(from, name)), 10) || 0;
      const blocks = anchoredBlocks(anchor, relationships, sources);
      return {
        top: place('xdr:row'),
        left: place('xdr:col'),
        write: () => writeBlocks(blocks, sources.tables),
      };
    });
  });
}

function anchoredBlocks(
  anchor: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  { file, pictures, shownSheets }: DrawingSources,
): Block[] {
  const isLeaf = ({ name }: XmlElement): boolean => /^(xdr:(pic|txBody)|c:chart|mc:Fallback)$/.test(name);
  return [...walk(anchor, (element) => !isLeaf(element))].flatMap((element): Block[] => {
    switch (element.name) {
      case 'c:chart':
        return chartBlocks(file.xml(relationships.get(element.attributes['r:id'] ?? '')?.target ?? ''), shownSheets);
      case 'xdr:txBody':
        return readText(element, { relationships, styles: [] });
      case 'xdr:pic': {
        const alt = descend(element, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes['descr'] ?? '';
        const blip = descend(element, 'xdr:blipFill', 'a:blip')?.attributes;
        const source = relationships.get(blip?.['r:embed'] ?? blip?.['r:link'] ?? '');
        if (source === undefined) return [];
        const placement = { alt: alt.replace(/\s+/g, ' ').trim() };
        const { isExternal, target } = source;
        const shown = isExternal ? pictures.linked(target, placement) : pictures.ofPart(target, placement);
        return [{ kind: 'paragraph', content: [shown] }];
      }
      default:
        return [];
    }
  });
}
