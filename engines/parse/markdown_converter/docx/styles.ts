/** Styles and their inheritance. */
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { countOf, valueOf } from './values.ts';

export interface Style {
  readonly id: string;
  /** Display name; lower case for built-in styles: `heading 1`. */
  readonly name: string;
  readonly basedOn: string | null;
  readonly paragraph: XmlElement | undefined;
  readonly run: XmlElement | undefined;
}

/** Limit on the chain of base styles, which may be circular. */
const MAX_CHAIN = 50;

export interface StyleSheet {
  /** The style and its base styles, nearest first; empty for an unknown style. */
  readonly chain: (id: string | null) => readonly Style[];
}

export function readStyles(styles: XmlElement | null): StyleSheet {
  const byId = new Map<string, Style>();
  for (const element of childrenOf(styles ?? undefined, 'w:style')) {
    const id = element.attributes['w:styleId'];
    if (id !== undefined) {
      byId.set(id, {
        id,
        name: valueOf(element, 'w:name') ?? '',
        basedOn: valueOf(element, 'w:basedOn'),
        paragraph: descend(element, 'w:pPr'),
        run: descend(element, 'w:rPr'),
      });
    }
  }
  return {
    chain(id) {
      const chain: Style[] = [];
      let style = id === null ? undefined : byId.get(id);
      while (style !== undefined && chain.length < MAX_CHAIN) {
        chain.push(style);
        style = style.basedOn === null ? undefined : byId.get(style.basedOn);
      }
      return chain;
    },
  };
}

const TITLE = /^(title|titel|titre|t\u00edtulo|titolo)$/i;
/** Built-in names are English inside the file, but converters write the user's language. */
const HEADING =
  /^(?:heading|\u00fcberschrift|titre|t\u00edtulo|titolo|kop|rubrik|\u0437\u0430\u0433\u043e\u043b\u043e\u0432\u043e\u043a|\u6a19\u984c|\u6807\u9898|\u898b\u51fa\u3057)\s*(\d)/i;

export function isTitle(properties: XmlElement | undefined, styles: StyleSheet): boolean {
  return TITLE.test(styles.chain(valueOf(properties, 'w:pStyle'))[0]?.name ?? '');
}

/**
 * Level 1 to 6 of a heading, 0 for other paragraphs: by style names, then by the styles' outline levels, then by its
 * own. A title is level 1; `shift` is added to the others.
 */
export function headingLevel(properties: XmlElement | undefined, styles: StyleSheet, shift: number): number {
  const level = (value: number): number => Math.min(6, value + shift);
  for (const style of styles.chain(valueOf(properties, 'w:pStyle'))) {
    if (TITLE.test(style.name)) return 1;
    const named = HEADING.exec(style.name);
    if (named !== null) return level(Math.max(1, Number(named[1])));
    const outline = outlineLevel(style.paragraph);
    if (outline !== null) return level(outline);
    if (/^(toc|list)\b/i.test(style.name)) return 0;
  }
  const own = outlineLevel(properties);
  return own === null ? 0 : level(own);
}

/** Outline levels count from 0; 9 is body text. */
function outlineLevel(properties: XmlElement | undefined): number | null {
  const level = countOf(valueOf(properties, 'w:outlineLvl'), 9, 9);
  return level === 9 ? null : level + 1;
}
