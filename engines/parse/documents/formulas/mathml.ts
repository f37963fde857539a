/** Converts presentation MathML to LaTeX. */
import { FUNCTIONS, SYMBOLS } from './latex-symbols.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../xml.ts';

/** LaTeX of a `math` element, without delimiters. */
export function mathLatex(math: XmlElement): string {
  const root = descend(math, 'math:semantics') ?? math;
  return sequence(root)
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[}^_])/g, '')
    .replace(/\{ /g, '{')
    .trim();
}

type Structure = (parts: readonly XmlElement[], element: XmlElement) => string;

const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries({
    'math:mi': (_, element) => identifier(textOf(element).trim()),
    'math:mn': (_, element) => textOf(element).trim(),
    'math:mo': (_, element) => characters(textOf(element).trim()),
    'math:mtext': (_, element) => `\\text{${textOf(element)}}`,
    'math:mspace': () => ' ',
    'math:mfrac': ([above, below]) => `\\frac{${write(above)}}{${write(below)}}`,
    'math:msqrt': (_, element) => `\\sqrt{${sequence(element)}}`,
    'math:mroot': ([base, degree]) => `\\sqrt[${write(degree)}]{${write(base)}}`,
    'math:msup': ([base, above]) => `${group(base)}^{${write(above)}}`,
    'math:msub': ([base, below]) => `${group(base)}_{${write(below)}}`,
    'math:msubsup': ([base, below, above]) => `${group(base)}_{${write(below)}}^{${write(above)}}`,
    'math:munder': ([base, below]) => `${group(base)}_{${write(below)}}`,
    'math:mover': ([base, above]) => over(base, above),
    'math:munderover': ([base, below, above]) => `${group(base)}_{${write(below)}}^{${write(above)}}`,
    'math:mfenced': (parts, { attributes }) =>
      `\\left${fence(attributes['open'] ?? '(')}${parts.map(write).join(attributes['separators'] ?? ',')}\\right${fence(attributes['close'] ?? ')')}`,
    'math:mtable': (rows) => `\\begin{matrix}${rows.map(write).join('\\\\')}\\end{matrix}`,
    'math:mtr': (cells) => cells.map(write).join('&'),
    'math:annotation': () => '',
    'math:annotation-xml': () => '',
  }),
);

function write(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const structure = STRUCTURES.get(element.name);
  return (structure === undefined ? sequence(element) : structure(childrenOf(element), element)).trim();
}

function sequence(element: XmlElement): string {
  return childrenOf(element).map(write).join(' ');
}

function identifier(name: string): string {
  if (FUNCTIONS.has(name)) return `\\${name}`;
  const written = characters(name);
  return written === name && name.length > 1 ? `\\mathrm{${name}}` : written;
}

function characters(symbols: string): string {
  return Array.from(symbols, (character) => {
    const command = SYMBOLS.get(character);
    if (command !== undefined) return ` \\${command} `;
    if (/[#%&{}_$]/.test(character)) return `\\${character}`;
    // Invisible operators: application of a function, times, separator, plus.
    if (/[\u2061-\u2064]/.test(character)) return '';
    return character === '\u2212' ? '-' : character.normalize('NFKC');
  })
    .join('')
    .trim();
}

/** The base of an index: more than one symbol needs braces. */
function group(element: XmlElement | undefined): string {
  const base = write(element);
  return /^(.?|\\[A-Za-z]+|\d+)$/s.test(base) ? base : `{${base}}`;
}

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '^': 'hat',
    '\u02c6': 'hat',
    '~': 'tilde',
    '\u02dc': 'tilde',
    '\u00af': 'overline',
    '\u203e': 'overline',
    '\u2192': 'vec',
    '\u20d7': 'vec',
    '\u02d9': 'dot',
    '\u00a8': 'ddot',
  }),
);

function over(base: XmlElement | undefined, above: XmlElement | undefined): string {
  const accent = ACCENTS.get(textOf(above).trim());
  return accent === undefined ? `${group(base)}^{${write(above)}}` : `\\${accent}{${write(base)}}`;
}

function fence(character: string): string {
  if (character === '') return '.';
  return /[{}]/.test(character) ? `\\${character}` : characters(character);
}
