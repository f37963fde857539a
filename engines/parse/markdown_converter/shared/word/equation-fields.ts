/** Equation fields (`EQ`), which older versions of Word and East Asian layout use: as LaTeX, or as text. */
import { text, type Inline } from '../../../documents/markdown/model.ts';
import { formatNumber } from './numerals.ts';

type Part = string | Command;

interface Command {
  readonly name: string;
  /** Options between the name and its arguments: `up8`, `ac`. */
  readonly options: readonly string[];
  readonly values: readonly (readonly Part[])[];
}

/** Deeper nesting is an attack. */
const MAX_DEPTH = 20;
/** Text in several parts: a comma, a semicolon, a parenthesis or a command; other text. */
const TOKENS = /\\([a-z]+)\s*\d*|\\(.)|[(),;]|[^\\(),;]+/gi;
const COMMANDS = /^[abdfilorsx]$/i;
const CIRCLES = /^[○◯〇]$/;

export function equationField(source: string): Inline[] {
  // Formats of the field, as of annotated characters: `\* jc2 \* "Font:MS Mincho" \* hps10`.
  const words = source.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '');
  const parts = parse(words);
  const plain = plainOf(parts).trim();
  if (!parts.some(isFormula)) return plain === '' ? [] : [text(plain)];
  const latex = latexOf(parts).trim();
  return latex === '' ? [] : [{ kind: 'math', latex }];
}

/** Overlays, boxes and lists are text; ruby is an overlay of raised text. */
const isFormula = (part: Part): boolean =>
  typeof part !== 'string' &&
  (/^[afirb]$/.test(part.name) ||
    (part.name === 's' && part.options.some((option) => /^(up|do)/.test(option))) ||
    (part.name !== 'o' && part.values.some((value) => value.some(isFormula))));

interface Open {
  readonly name: string;
  readonly options: string[];
  readonly values: Part[][];
  /** Parentheses that are open inside its value. */
  plain: number;
}

function parse(words: string): Part[] {
  const root: Open = { name: '', options: [], values: [[]], plain: 0 };
  const open: Open[] = [root];
  let pending: { name: string; options: string[] } | null = null;
  const add = (part: Part): void => {
    open.at(-1)?.values.at(-1)?.push(part);
  };
  for (const [token, word, escaped] of words.matchAll(TOKENS)) {
    const current = open.at(-1) ?? root;
    if (word !== undefined) {
      const lower = word.toLowerCase();
      if (pending === null && COMMANDS.test(lower)) pending = { name: lower, options: [] };
      else if (pending !== null) pending.options.push(lower);
    } else if (escaped !== undefined) {
      if (pending === null) add(escaped);
      else pending.options.push(escaped);
    } else if (token === '(' && pending !== null && open.length <= MAX_DEPTH) {
      open.push({ ...pending, values: [[]], plain: 0 });
      pending = null;
    } else if (token.trim() === '' && pending !== null) {
      continue;
    } else if ((token === ',' || token === ';') && open.length > 1 && current.plain === 0) {
      current.values.push([]);
    } else if (token === ')' && open.length > 1 && current.plain === 0) {
      open.pop();
      add(current);
    } else {
      if (token === '(') current.plain++;
      if (token === ')') current.plain--;
      if (pending === null) add(token);
    }
  }
  while (open.length > 1) {
    const last = open.pop();
    if (last !== undefined) add(last);
  }
  return root.values.flat();
}

function plainOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const values = part.values.map(plainOf);
      if (part.name !== 'o') return part.name === 'd' ? '' : values.join(part.name === 'l' ? ', ' : '');
      const [below = '', above = ''] = values;
      if (CIRCLES.test(below.trim()) && /^\d{1,2}$/.test(above.trim())) {
        return formatNumber(Number(above), 'decimalEnclosedCircle');
      }
      const isRaised = part.values.map((value) => value.some((one) => typeof one !== 'string' && one.name === 's'));
      const base = values.filter((_, index) => isRaised[index] === false).join('');
      const reading = values.filter((_, index) => isRaised[index]).join('');
      return base === '' || reading === '' ? values.join('') : `${base}(${reading})`;
    })
    .join('');
}

function latexOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : commandLatex(part))).join('');
}

function commandLatex(command: Command): string {
  const { name, options } = command;
  const values = command.values.map((value) => latexOf(value).trim());
  const [first = '', second = '', third = ''] = values;
  switch (name) {
    case 'f':
      return String.raw`\frac{${first}}{${second}}`;
    case 'r':
      return values.length < 2 || first === ''
        ? String.raw`\sqrt{${values.at(-1) ?? ''}}`
        : String.raw`\sqrt[${first}]{${second}}`;
    case 's':
      return `${options.some((option) => option.startsWith('do')) ? '_' : '^'}{${first}}`;
    case 'i': {
      const sign = options.includes('su')
        ? String.raw`\sum`
        : options.includes('pr')
          ? String.raw`\prod`
          : String.raw`\int`;
      return `${sign}_{${first}}^{${second}}{${third}}`;
    }
    case 'a':
      return String.raw`\begin{matrix}${values.join(String.raw` \\ `)}\end{matrix}`;
    case 'b':
      return String.raw`\left(${first}\right)`;
    case 'x':
      return String.raw`\boxed{${first}}`;
    case 'l':
      return values.join(', ');
    case 'd':
      return '';
    default:
      return String.raw`\text{${plainOf([command])}}`;
  }
}
