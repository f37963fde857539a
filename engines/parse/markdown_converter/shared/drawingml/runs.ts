/** The inline content of a paragraph of DrawingML. */
import { resolveLink } from '../../../documents/html/links.ts';
import { PLAIN, text, type Format, type Inline } from '../../../documents/markdown/model.ts';
import { symbolText } from '../../../documents/symbol-fonts.ts';
import { equationLatex } from '../ooxml/equations.ts';
import { MONOSPACE } from '../monospace.ts';
import type { Relationship } from '../ooxml/package.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../../documents/xml.ts';

export function readRuns(paragraph: XmlElement, relationships: ReadonlyMap<string, Relationship>): Inline[] {
  return childrenOf(paragraph).flatMap((child): Inline[] => {
    switch (child.name) {
      case 'a:r':
      case 'a:fld':
        return lines(runText(child), runFormat(descend(child, 'a:rPr'), relationships));
      case 'a:br':
        return [{ kind: 'break' }];
      case 'mc:AlternateContent':
        return readRuns(descend(child, 'mc:Choice') ?? child, relationships);
      case 'a14:m':
        return [...walk(child, ({ name }) => name !== 'm:oMath')]
          .filter(({ name }) => name === 'm:oMath')
          .map((equation) => ({ kind: 'math', latex: equationLatex(equation) }));
      default:
        return [];
    }
  });
}

/** The text of a run as its font shows it. */
function runText(run: XmlElement): string {
  const properties = descend(run, 'a:rPr');
  const fontOf = (name: string): string => descend(properties, name)?.attributes['typeface'] ?? '';
  const words = symbolText(textOf(descend(run, 'a:t')), fontOf('a:latin'));
  return words.replace(/[\uf000-\uf0ff]/g, (character) => symbolText(character, fontOf('a:sym')));
}

/** A vertical tab is a line break that was typed in a title. */
function lines(content: string, format: Format): Inline[] {
  return content
    .split(/\v|_x000B_/)
    .flatMap((line, index): Inline[] => (index === 0 ? [text(line, format)] : [{ kind: 'break' }, text(line, format)]));
}

function runFormat(properties: XmlElement | undefined, relationships: ReadonlyMap<string, Relationship>): Format {
  const attributes = properties?.attributes ?? {};
  const isOn = (name: string): boolean => /^(1|true)$/.test(attributes[name] ?? '');
  const baseline = Number.parseInt(attributes['baseline'] ?? '0', 10);
  const link = relationships.get(descend(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '');
  return {
    ...PLAIN,
    bold: isOn('b'),
    italic: isOn('i'),
    strike: /^(sng|dbl)Strike$/.test(attributes['strike'] ?? ''),
    code: MONOSPACE.test(descend(properties, 'a:latin')?.attributes['typeface'] ?? ''),
    vertical: baseline > 0 ? 'sup' : baseline < 0 ? 'sub' : null,
    href: link?.isExternal === true ? resolveLink(link.target, null) : null,
  };
}
