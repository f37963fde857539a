/** Converts Office equations (OMML) to LaTeX. */
import { ACCENTS, FUNCTIONS, SYMBOLS } from '../../../documents/formulas/latex-symbols.ts';
import { childrenOf, descend, isElement, textOf, type XmlElement } from '../../../documents/xml.ts';

/** LaTeX of an `m:oMath` or `m:oMathPara`, without delimiters; empty when it has no content. */
export function equationLatex(equation: XmlElement): string {
  return sequence(equation)
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[}^_])/g, '')
    .replace(/(?<!\\)\{ /g, '{')
    .trim();
}

function sequence(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .filter(isElement)
    .map((child) => write(child))
    .join('');
}

type Structure = (element: XmlElement, properties: XmlElement | undefined) => string;

/** The structures of OMML. Any other element, except run properties, is a group whose content is written. */
const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries({
    'm:r': writeRun,
    'm:f': writeFraction,
    'm:sSup': (element) => `${base(element)}^{${part(element, 'm:sup')}}`,
    'm:sSub': (element) => `${base(element)}_{${part(element, 'm:sub')}}`,
    'm:sSubSup': (element) => `${base(element)}_{${part(element, 'm:sub')}}^{${part(element, 'm:sup')}}`,
    'm:sPre': (element) => `{}_{${part(element, 'm:sub')}}^{${part(element, 'm:sup')}}${base(element)}`,
    'm:rad': (element) => {
      const degree = part(element, 'm:deg');
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'm:e')}}`;
    },
    'm:nary': writeOperator,
    'm:d': writeDelimiters,
    'm:func': (element) => `${functionName(part(element, 'm:fName'))}{${part(element, 'm:e')}}`,
    'm:limLow': (element) => `${functionName(part(element, 'm:e'))}_{${part(element, 'm:lim')}}`,
    'm:limUpp': (element) => `\\overset{${part(element, 'm:lim')}}{${part(element, 'm:e')}}`,
    'm:acc': (element, properties) =>
      `\\${ACCENTS.get(setting(properties, 'm:chr') ?? '\u0302') ?? 'hat'}{${part(element, 'm:e')}}`,
    'm:bar': (element, properties) =>
      `\\${setting(properties, 'm:pos') === 'bot' ? 'underline' : 'overline'}{${part(element, 'm:e')}}`,
    'm:groupChr': (element, properties) =>
      `\\${setting(properties, 'm:pos') === 'top' ? 'overbrace' : 'underbrace'}{${part(element, 'm:e')}}`,
    'm:borderBox': (element) => `\\boxed{${part(element, 'm:e')}}`,
    'm:m': (element) => environment('matrix', childrenOf(element, 'm:mr').map(matrixRow), '\\\\'),
    'm:eqArr': (element) => {
      const rows = childrenOf(element, 'm:e').map((row) => sequence(row).trim());
      return rows.length === 1 ? (rows[0] ?? '') : environment('array', rows, ' \\\\ ', '{c}');
    },
    'w:del': () => '',
    'w:moveFrom': () => '',
  }),
);

function write(element: XmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  const structure = STRUCTURES.get(element.name);
  const properties = childrenOf(element).find((child) => child.name.endsWith('Pr'));
  return structure === undefined ? sequence(element) : structure(element, properties);
}

function writeRun(run: XmlElement): string {
  const text = childrenOf(run)
    .filter((child) => child.name === 'm:t' || child.name === 'w:t')
    .map(textOf)
    .join('');
  const isProse = descend(run, 'm:rPr', 'm:nor') !== undefined && /[A-Za-z]{2}/.test(text);
  return isProse ? `\\text{${text}}` : characters(text);
}

/** Letters of mathematical alphabets become plain ones, since LaTeX does the typesetting. */
function characters(text: string): string {
  return Array.from(text, (character) => {
    const command = SYMBOLS.get(character);
    if (command !== undefined) return ` \\${command} `;
    if (/[#%&{}_$]/.test(character)) return `\\${character}`;
    const plain = character === '\u2212' ? '-' : character.normalize('NFKC');
    return SYMBOLS.has(plain) ? ` \\${SYMBOLS.get(plain)} ` : plain;
  }).join('');
}

function writeFraction(fraction: XmlElement, properties: XmlElement | undefined): string {
  const above = part(fraction, 'm:num');
  const below = part(fraction, 'm:den');
  const type = setting(properties, 'm:type');
  if (type === 'lin') return `${above}/${below}`;
  return type === 'noBar' ? `\\genfrac{}{}{0pt}{}{${above}}{${below}}` : `\\frac{${above}}{${below}}`;
}

/** Sums, products, integrals. Without a character it is an integral. */
function writeOperator(operator: XmlElement, properties: XmlElement | undefined): string {
  const command = SYMBOLS.get(setting(properties, 'm:chr') ?? '\u222b') ?? 'int';
  const below = part(operator, 'm:sub');
  const above = part(operator, 'm:sup');
  const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`;
  return `\\${command}${limits === '' ? ' ' : limits}${part(operator, 'm:e')}`;
}

function writeDelimiters(group: XmlElement, properties: XmlElement | undefined): string {
  const begin = delimiter(setting(properties, 'm:begChr') ?? '(');
  const end = delimiter(setting(properties, 'm:endChr') ?? ')');
  const separator = setting(properties, 'm:sepChr') ?? '|';
  return `\\left${begin}${childrenOf(group, 'm:e').map(sequence).join(separator)}\\right${end}`;
}

function delimiter(character: string): string {
  if (character === '') return '.';
  if (character === '{' || character === '}') return `\\${character}`;
  if (character === '\u2016') return '\\|';
  const command = SYMBOLS.get(character);
  return command === undefined ? character : `\\${command}`;
}

function functionName(name: string): string {
  return name.replace(/^[a-z]+/, (word) => (FUNCTIONS.has(word) ? `\\${word}` : word));
}

function matrixRow(row: XmlElement): string {
  return childrenOf(row, 'm:e')
    .map((cell) => sequence(cell).trim())
    .join('&');
}

function environment(name: string, rows: readonly string[], separator: string, columns = ''): string {
  return `\\begin{${name}}${columns}${rows.join(separator)}\\end{${name}}`;
}

function part(element: XmlElement, name: string): string {
  return sequence(descend(element, name)).trim();
}

/** The base of an index: more than one symbol needs braces. */
function base(element: XmlElement): string {
  const content = part(element, 'm:e');
  return /^(.?|\\[A-Za-z]+( ?\{[^{}]*\})*|\\left.*\\right.+|\d+)$/s.test(content) ? content : `{${content}}`;
}

/** Value of a property; `''` when present without a value, `null` when absent. */
function setting(properties: XmlElement | undefined, name: string): string | null {
  const property = descend(properties, name);
  return property === undefined ? null : (property.attributes['m:val'] ?? property.attributes['val'] ?? '');
}
