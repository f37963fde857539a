/** Form controls on a sheet, and pictures in the heads of its pages, which the file has as VML. */
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';

export interface Control {
  /** Row and column of its place, from 0. */
  readonly top: number;
  readonly left: number;
  /** Empty for a control without a text or value. */
  readonly blocks: readonly Block[];
}

/** The form controls of a VML part; notes on cells are shapes of it as well. */
export function readControls(drawing: XmlElement | undefined): Control[] {
  return shapesOf(drawing).flatMap((shape) => {
    const data = descend(shape, 'x:ClientData');
    const [left = 0, , top = 0] = textOf(descend(data, 'x:Anchor'))
      .split(',', 3)
      .map((part) => Number(part) || 0);
    const blocks = data === undefined ? [] : controlBlocks(data, labelOf(shape));
    return blocks.length === 0 ? [] : [{ top, left, blocks }];
  });
}

/** Identifiers of the relationships to the pictures in heads and feet of pages. */
export const headerPictures = (drawing: XmlElement | undefined): string[] =>
  shapesOf(drawing)
    .filter((shape) => descend(shape, 'x:ClientData') === undefined)
    .flatMap((shape) => descend(shape, 'v:imagedata')?.attributes['o:relid'] ?? []);

const shapesOf = (drawing: XmlElement | undefined): XmlElement[] =>
  [...walk(drawing)].filter(({ name }) => /^v:(shape|rect|oval|roundrect)$/.test(name));

const labelOf = (shape: XmlElement): string => textOf(descend(shape, 'v:textbox')).replace(/\s+/g, ' ').trim();

function controlBlocks(data: XmlElement, label: string): Block[] {
  const value = (name: string): string => textOf(descend(data, `x:${name}`)).trim();
  switch (data.attributes['ObjectType']) {
    case 'Checkbox':
    case 'Radio': {
      const content: Inline[] = [{ kind: 'checkbox', checked: Number(value('Checked')) > 0 }, text(label)];
      return [{ kind: 'list', items: [{ number: null, blocks: [{ kind: 'paragraph', content }] }] }];
    }
    case 'Drop':
    case 'List': {
      const chosen = Number(value('Sel')) > 0 ? `item ${value('Sel')} of ${value('FmlaRange') || 'the list'}` : 'none';
      return [paragraph(`${label === '' ? 'Choice' : label}: ${chosen}`)];
    }
    case 'Scroll':
    case 'Spin':
      // The value is that of a cell.
      return childrenOf(data, 'x:FmlaLink').length > 0 ? [] : [paragraph(`${label || 'Value'}: ${value('Val')}`)];
    case 'Button':
    case 'Edit':
    case 'GBox':
    case 'Label':
    case 'Shape':
    case 'Rect':
      return label === '' ? [] : [paragraph(label)];
    default:
      return [];
  }
}

const paragraph = (words: string): Block => ({ kind: 'paragraph', content: [text(words)] });
