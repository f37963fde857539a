/** Formatting of a text run, from its own properties and its character style. */
import { PLAIN, type Format } from '../../documents/markdown/model.ts';
import { MONOSPACE } from '../shared/monospace.ts';
import { verticalAt } from '../shared/raised.ts';
import { descend, type XmlElement } from '../../documents/xml.ts';
import type { StyleSheet } from './styles.ts';
import { switchOf, valueOf } from './values.ts';

export function runFormat(
  own: XmlElement | undefined,
  styles: StyleSheet,
): { readonly format: Format; readonly isVanished: boolean; readonly font: string } {
  const sources = [own, ...styles.chain(valueOf(own, 'w:rStyle')).map((style) => style.run)];
  const nearest = <T>(read: (source: XmlElement) => T | null): T | null => {
    for (const source of sources) {
      const found = source === undefined ? null : read(source);
      if (found !== null) return found;
    }
    return null;
  };
  const isOn = (name: string): boolean => nearest((source) => switchOf(source, name)) ?? false;
  const position = nearest((source) => valueOf(source, 'w:vertAlign'));
  const raised = Number(nearest((source) => valueOf(source, 'w:position')) ?? 0);
  const font = nearest((source) => descend(source, 'w:rFonts')?.attributes['w:ascii'] ?? null) ?? '';
  return {
    format: {
      ...PLAIN,
      bold: isOn('w:b'),
      italic: isOn('w:i'),
      strike: isOn('w:strike') || isOn('w:dstrike'),
      code: MONOSPACE.test(font),
      vertical: position === 'superscript' ? 'sup' : position === 'subscript' ? 'sub' : verticalAt(raised),
    },
    isVanished: isOn('w:vanish'),
    font,
  };
}
