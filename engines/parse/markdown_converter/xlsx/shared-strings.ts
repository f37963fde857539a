/** The strings that cells reference by number. */
import { scanXml } from '../../documents/xml.ts';
import { unescapeText } from './cell-text.ts';

/** Strings by number, without formatting and phonetic guides (`rPh`). */
export function readSharedStrings(bytes: Uint8Array | null): string[] {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  if (bytes === null) return strings;
  scanXml(bytes, {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') isText = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(current));
      else if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    text(text) {
      if (isText) current += text;
    },
  });
  return strings;
}
