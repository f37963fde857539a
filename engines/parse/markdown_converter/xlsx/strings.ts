/** Strings of cells, and the fonts of their parts. */
import { scanXml } from '../../documents/xml.ts';
import { decodeXml } from '../../documents/charset/xml.ts';
import { unescapeText } from '../shared/workbook/cell-text.ts';
import { lookOf, NO_LOOK, type Look, type Run, type StoredText } from '../shared/workbook/cell-content.ts';

type Attributes = Readonly<Record<string, string>>;

/** Reads a string from its elements, without phonetic guides (`rPh`). */
export class StringReader {
  #runs: Run[] = [];
  #text = '';
  #look: Look | null = null;
  #font: Attributes = {};
  #isText = false;
  #isPhonetic = false;

  open(name: string, attributes: Attributes): void {
    if (name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'r') this.#look = null;
    else if (name === 'rPr') this.#font = {};
    else if (name === 'strike' || name === 'vertAlign' || name === 'rFont') {
      this.#font = { ...this.#font, [name]: attributes['val'] ?? '1' };
    }
  }

  close(name: string): void {
    if (name === 't') this.#endText();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'rPr') this.#look = fontLook(this.#font);
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  /** The string that was read; another one may follow. */
  take(): StoredText {
    const runs = this.#runs;
    this.#runs = [];
    this.#look = null;
    return runs.every(({ look }) => (look ?? NO_LOOK) === NO_LOOK) ? runs.map((run) => run.text).join('') : runs;
  }

  #endText(): void {
    if (this.#isText) this.#runs.push({ text: unescapeText(this.#text), look: this.#look });
    this.#text = '';
    this.#isText = false;
  }
}

/** `font` has the values of its elements by their names. */
export function fontLook(font: Attributes): Look {
  const position = font['vertAlign'] ?? '';
  const vertical = position === 'superscript' ? 'sup' : position === 'subscript' ? 'sub' : null;
  return lookOf(/^(1|true)$/.test(font['strike'] ?? ''), vertical, font['rFont'] ?? font['name'] ?? '');
}

/** The strings that cells reference by number. */
export function readSharedStrings(bytes: Uint8Array | null): StoredText[] {
  const strings: StoredText[] = [];
  if (bytes === null) return strings;
  const reader = new StringReader();
  scanXml(decodeXml(bytes), {
    open: (name, attributes) => reader.open(name, attributes),
    close(name) {
      if (name === 'si') strings.push(reader.take());
      else reader.close(name);
    },
    text: (text) => reader.text(text),
  });
  return strings;
}
