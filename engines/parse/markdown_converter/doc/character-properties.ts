/** Formatting of text runs. */
import { MONOSPACE } from '../shared/monospace.ts';
import { PLAIN, type Format } from '../../documents/markdown/model.ts';
import type { DocFile } from './file.ts';
import { verticalAt } from '../shared/raised.ts';
import { eachProperty } from './properties.ts';
import type { DocStyles } from './styles.ts';

export interface CharacterProperties {
  readonly format: Format;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** Whether control characters stand for an object: a picture, a note, a symbol. */
  readonly isSpecial: boolean;
  /** Offset of the picture in the data stream, or -1. */
  readonly picture: number;
  /** Character of a symbol font that the run represents, or `null`. */
  readonly symbol: { readonly code: number; readonly font: string } | null;
}

type Toggle = 'bold' | 'italic' | 'strike' | 'hidden';

const TOGGLES: Readonly<Record<number, Toggle>> = {
  0x0835: 'bold',
  0x0836: 'italic',
  0x0837: 'strike',
  0x083c: 'hidden',
  0x2a53: 'strike',
};

/**
 * `direct` is the run's own property list; `style` is the index of the paragraph's style, relative to which toggles
 * apply.
 */
export function characterProperties(
  direct: Buffer,
  style: number,
  styles: DocStyles,
  fonts: readonly string[],
): CharacterProperties {
  const base = { bold: false, italic: false, strike: false, hidden: false };
  const own = { bold: false, italic: false, strike: false, hidden: false };
  let special = false;
  let deleted = false;
  let picture = -1;
  let symbol: CharacterProperties['symbol'] = null;
  let font = -1;
  let vertical: Format['vertical'] = null;
  let raised = 0;
  let characterStyle = -1;
  for (const { character } of styles.chain(style).toReversed()) {
    eachProperty(character, (code, [value = 0]) => {
      const toggle = TOGGLES[code];
      if (toggle !== undefined) base[toggle] = value === 1;
    });
  }
  const apply = (code: number, operand: Buffer): void => {
    const [value = 0] = operand;
    const toggle = TOGGLES[code];
    if (toggle !== undefined)
      own[toggle] = value === 0x81 ? !base[toggle] : value === 0x80 ? base[toggle] : value !== 0;
    else if (code === 0x0800) deleted = value !== 0;
    else if (code === 0x0855) special = value !== 0;
    else if (code === 0x2a48) vertical = value === 1 ? 'sup' : value === 2 ? 'sub' : null;
    else if (code === 0x4845) raised = operand.readInt16LE(0);
    else if (code === 0x4a4f) font = operand.readUInt16LE(0);
    else if (code === 0x6a03) picture = operand.readUInt32LE(0);
    else if (code === 0x6a09) {
      symbol = { code: operand.readUInt16LE(2), font: fonts[operand.readUInt16LE(0)] ?? '' };
    }
  };
  eachProperty(direct, (code, operand) => {
    if (code === 0x4a30) characterStyle = operand.readUInt16LE(0);
  });
  for (const { character } of characterStyle < 0 ? [] : styles.chain(characterStyle).toReversed()) {
    eachProperty(character, apply);
  }
  eachProperty(direct, apply);
  const { bold, italic, strike, hidden } = own;
  return {
    format: {
      ...PLAIN,
      bold,
      italic,
      strike,
      vertical: vertical ?? verticalAt(raised),
      code: MONOSPACE.test(fonts[font] ?? ''),
    },
    isHidden: hidden,
    isDeleted: deleted,
    isSpecial: special,
    picture,
    symbol,
  };
}

const FONT_NAME_AT = 40;

/** Names of the document's fonts. */
export function readFonts(file: DocFile): string[] {
  const part = file.part('fonts');
  const fonts: string[] = [];
  for (let at = 4; at + 1 < part.length;) {
    const size = 1 + (part[at] ?? 0);
    fonts.push(part.toString('utf16le', at + FONT_NAME_AT, at + size).split('\0', 1)[0] ?? '');
    at += size;
  }
  return fonts;
}
