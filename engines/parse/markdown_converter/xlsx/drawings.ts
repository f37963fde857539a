/** Objects on a sheet: charts, diagrams, pictures, text boxes and form controls, by their anchor cell. */
import { described, descriptionOf } from '../shared/descriptions.ts';
import { diagramBlocks } from '../shared/drawingml/diagrams.ts';
import { readText } from '../shared/drawingml/text.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { TableForm } from '../../documents/markdown/tables.ts';
import { readChart } from '../shared/ooxml/extended-charts.ts';
import { optionalXml, type OoxmlPackage, type Relationship } from '../shared/ooxml/package.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import { readControls } from './controls.ts';
import type { Omissions } from '../../documents/omissions.ts';

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
  readonly omissions: Omissions;
}

export function readDrawings(part: string, sources: DrawingSources): SheetItem[] {
  const { file, omissions } = sources;
  const itemOf = (top: number, left: number, blocks: readonly Block[]): SheetItem => ({
    top,
    left,
    write: () => writeBlocks(blocks, sources.tables),
  });
  const readPart = (name: string): XmlElement | undefined => {
    const tree = optionalXml(file, name) ?? undefined;
    if (tree === undefined) omissions.leaveOut('drawings');
    return tree;
  };
  return [...file.relationships(part).values()].flatMap(({ type, target }): SheetItem[] => {
    switch (type) {
      case 'drawing': {
        const relationships = file.relationships(target);
        return anchorsOf(readPart(target)).map((anchor) => {
          const from = descend(anchor, 'xdr:from');
          const place = (name: string): number => Number.parseInt(textOf(descend(from, name)), 10) || 0;
          return itemOf(place('xdr:row'), place('xdr:col'), anchoredBlocks(anchor, relationships, sources));
        });
      }
      case 'vmlDrawing':
        return readControls(readPart(target)).map(({ top, left, blocks }) => itemOf(top, left, blocks));
      case 'oleObject':
      case 'package':
        omissions.leaveOut('embedded files');
        return [];
      case 'control':
        omissions.leaveOut('ActiveX controls');
        return [];
      default:
        return [];
    }
  });
}

/** The newest of alternatives comes first. */
const anchorsOf = (drawing: XmlElement | undefined): XmlElement[] =>
  childrenOf(drawing).flatMap((child) =>
    child.name === 'mc:AlternateContent' ? childrenOf(descend(child, 'mc:Choice')) : [child],
  );

const LEAF = /^(xdr:(pic|txBody|contentPart)|mc:Fallback)$/;
const GRAPHIC = /^(c:chart|cx:chart|dgm:relIds)$/;

function anchoredBlocks(
  anchor: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  sources: DrawingSources,
): Block[] {
  // Form controls are read from VML, which has their values.
  const isControl = (shape: XmlElement): boolean => [...walk(shape)].some(({ name }) => name === 'a14:compatExt');
  const enters = (element: XmlElement): boolean =>
    !LEAF.test(element.name) && !(element.name === 'xdr:sp' && isControl(element));
  return [...walk(anchor, enters)].flatMap((element): Block[] => {
    switch (element.name) {
      case 'c:chart':
      case 'cx:chart':
      case 'dgm:relIds':
        return graphicBlocks(element, relationships, sources);
      case 'a:graphicData':
        if (!childrenOf(element).some(({ name }) => GRAPHIC.test(name))) sources.omissions.leaveOut('objects');
        return [];
      case 'xdr:cNvPr':
        return described(descriptionOf(element.attributes['title'], element.attributes['descr']), []);
      case 'xdr:txBody':
        return readText(element, { relationships, styles: [] });
      case 'xdr:pic':
        return readPicture(element, relationships, sources.pictures);
      case 'xdr:contentPart':
        sources.omissions.leaveOut('drawings');
        return [];
      default:
        return [];
    }
  });
}

function graphicBlocks(
  { name, attributes }: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  { file, shownSheets, omissions }: DrawingSources,
): Block[] {
  const part = (id: string): string => relationships.get(attributes[id] ?? '')?.target ?? '';
  if (name === 'dgm:relIds') return diagramBlocks(file, part('r:dm'));
  const blocks = readChart(optionalXml(file, part('r:id')), shownSheets);
  if (blocks.length === 0) omissions.leaveOut('charts');
  return blocks;
}

function readPicture(
  picture: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  pictures: PackagePictures,
): Block[] {
  const properties = descend(picture, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes;
  const blip = descend(picture, 'xdr:blipFill', 'a:blip')?.attributes;
  const source = relationships.get(blip?.['r:embed'] ?? blip?.['r:link'] ?? '');
  if (source === undefined) return [];
  const placement = { alt: descriptionOf(properties?.['title'], properties?.['descr']) };
  const { isExternal, target } = source;
  const shown = isExternal ? pictures.linked(target, placement) : pictures.ofPart(target, placement);
  return [{ kind: 'paragraph', content: [shown] }];
}
