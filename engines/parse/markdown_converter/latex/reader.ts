/** Reads the text of LaTeX: words, groups, commands and formulas. */
import { MAX_HEADING_LEVEL, PLAIN, type Format } from '../../documents/markdown/model.ts';
import { ACCENTS, DECLARATIONS, FORMATS, HIDDEN, SECTIONS, SYMBOLS } from './commands.ts';
import { MAX_DEPTH, type LatexContext } from './context.ts';
import { readEnvironment } from './environments.ts';
import type { Flow } from './flow.ts';
import { formulaOf } from './formula.ts';
import { frontBlocks } from './front.ts';
import { citation, linkTo, reference } from './references.ts';
import { PARAGRAPH, type Token } from './tokens.ts';

const REFERENCE = /^\\(ref|eqref|pageref|autoref|nameref|cref|Cref|vref|labelcref)\*?$/;
const CITATION = /^\\([a-zA-Z]*cite[a-zA-Z]*)\*?$/;
const INCLUSION = /^\\(input|include|subfile|import|bibliography|addbibresource|includepdf|lstinputlisting)$/;

/** Reads tokens into `flow`. Declarations change the format up to the end of the range. */
export function readTokens(
  flow: Flow,
  start: number,
  end: number,
  initial: Format,
  depth: number,
  context: LatexContext,
): void {
  const { structure } = context;
  let format = initial;
  let at = start;
  while (at < end) {
    const token = structure.tokens[at] ?? '';
    if (typeof token !== 'string') {
      if (token.isInline) flow.text(token.code, { ...format, code: true });
      else flow.block([{ kind: 'code', text: token.code, language: token.language }]);
      at++;
    } else if (token === PARAGRAPH || token === '\\par') {
      flow.endParagraph();
      at++;
    } else if (token === '{' && depth < MAX_DEPTH) {
      const close = structure.endOf(at, end);
      readTokens(flow, at + 1, close, format, depth + 1, context);
      at = close + 1;
    } else if (token === '$' || token === '$$' || token === '\\(' || token === '\\[') {
      at = readFormula(flow, token, at, end, context);
    } else if (token.startsWith('\\begin{')) {
      at = readEnvironment(flow, at, end, format, depth, context);
    } else if (token.startsWith('\\') && token.length > 1) {
      const declared = DECLARATIONS.get(token);
      if (declared !== undefined) format = { ...format, ...declared };
      at =
        declared === undefined
          ? readCommand(flow, token, at, end, format, depth, context)
          : afterName(at, end, context);
    } else {
      flow.text(typeset(token, format), format);
      at++;
    }
  }
}

/** Text as TeX prints it. */
function typeset(token: string, format: Format): string {
  if (token === '~') return '\u00a0';
  if (token === '{' || token === '}') return '';
  if (format.code || !/[-`']/.test(token)) return token;
  return token
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replaceAll('`', '‘')
    .replaceAll("'", '’');
}

/** A formula up to its closing delimiter; a dollar that nothing closes in the paragraph is a character. */
function readFormula(flow: Flow, open: string, at: number, end: number, context: LatexContext): number {
  const { structure } = context;
  const close = structure.find(open === '\\(' ? '\\)' : open === '\\[' ? '\\]' : open, at + 1, end);
  const isInline = open === '$' || open === '\\(';
  const stop = structure.find(PARAGRAPH, at + 1, end);
  if (close < 0 || (isInline && stop >= 0 && stop < close)) {
    if (open === '$') flow.text('$', PLAIN);
    return at + 1;
  }
  const latex = formulaOf(structure.raw(at + 1, close));
  if (latex !== '' && isInline) flow.add([{ kind: 'math', latex }]);
  else if (latex !== '') flow.block([{ kind: 'equation', latex }]);
  return close + 1;
}

/** The index after a command without arguments. */
function afterName(at: number, end: number, { structure }: LatexContext): number {
  return structure.skipSpace(at + 1, end);
}

/** Reads a command with its arguments, and returns the index after them. */
function readCommand(
  flow: Flow,
  token: string,
  at: number,
  end: number,
  format: Format,
  depth: number,
  context: LatexContext,
): number {
  const { structure } = context;
  const symbol = SYMBOLS.get(token);
  if (symbol !== undefined) {
    flow.text(symbol, format);
    const isWord = /[A-Za-z]$/.test(token) && token !== '\\xspace';
    return isWord ? afterName(at, end, context) : at + 1;
  }
  if (/^\\(\\|newline|linebreak|tabularnewline)\*?$/.test(token)) {
    flow.add([{ kind: 'break' }]);
    return structure.optional(at + 1, end)?.next ?? at + 1;
  }
  if (depth >= MAX_DEPTH) return at + 1;
  const option = structure.optional(at + 1, end);
  const { start, end: close, next } = structure.argument(option?.next ?? at + 1, end);
  const name = token.replace(/\*$/, '');
  const inner = FORMATS.get(name);
  const rank = SECTIONS.get(name) ?? (name === '\\frametitle' ? SECTIONS.get('\\section') : undefined);
  const accent = ACCENTS.get(token);
  if (accent !== undefined) {
    const letters = structure.raw(start, close).replace(/^\\([ij])$/, '$1');
    flow.text(`${letters.slice(0, 1)}${accent}${letters.slice(1)}`.normalize('NFC'), format);
  } else if (inner !== undefined) {
    readTokens(flow, start, close, { ...format, ...inner }, depth + 1, context);
  } else if (rank !== undefined) {
    const content = context.read(start, close, PLAIN, depth + 1).inline;
    flow.block([{ kind: 'heading', level: Math.min(MAX_HEADING_LEVEL, context.levelOf(rank)), content }]);
  } else if (REFERENCE.test(token)) {
    flow.text(reference(structure.raw(start, close)), format);
  } else if (CITATION.test(token)) {
    return citation(flow, at, end, format, context);
  } else if (name === '\\href' || name === '\\hyperref' || name === '\\url') {
    return linkTo(flow, at, end, format, depth, context);
  } else if (INCLUSION.test(name)) {
    context.included.add(structure.raw(start, close).trim());
  } else if (name === '\\footnote' || name === '\\footnotetext') {
    const { blocks } = context.read(start, close, PLAIN, depth + 1);
    flow.add([{ kind: 'note', label: context.notes.add(() => blocks) }]);
  } else if (name === '\\includegraphics') {
    flow.add([{ kind: 'image', alt: '', src: structure.raw(start, close).trim(), href: null }]);
  } else if (name === '\\caption' || name === '\\captionof') {
    const caption = name === '\\caption' ? { start, end: close, next } : structure.argument(next, end);
    flow.block(context.read(caption.start, caption.end, PLAIN, depth + 1).blocks);
    return caption.next;
  } else if (name === '\\maketitle') {
    flow.block(frontBlocks(context));
    return at + 1;
  } else if (name === '\\rule' || name === '\\hrule') {
    return readRule(flow, at, end, context);
  } else {
    return afterHidden(token, at, end, context);
  }
  return next;
}

/** A line across the page; supports of a line of text have no width. */
function readRule(flow: Flow, at: number, end: number, { structure }: LatexContext): number {
  if (structure.tokens[at] === '\\hrule') {
    flow.block([{ kind: 'rule' }]);
    return at + 1;
  }
  const width = structure.argument(structure.optional(at + 1, end)?.next ?? at + 1, end);
  const height = structure.argument(width.next, end);
  if (!/^\s*0/.test(structure.raw(width.start, width.end))) flow.block([{ kind: 'rule' }]);
  return height.next;
}

/** Skips a command that is not shown, with as many arguments as it has. The groups after others are their text. */
function afterHidden(token: string, at: number, end: number, { structure }: LatexContext): number {
  let next = at + 1;
  for (let left = HIDDEN.get(token.replace(/\*$/, '')) ?? 0; left > 0; left--) {
    next = structure.optional(structure.skipSpace(next, end), end)?.next ?? next;
    next = structure.argument(next, end).next;
  }
  next = structure.optional(next, end)?.next ?? next;
  return /^\\[A-Za-z@]/.test(token) ? structure.skipSpace(next, end) : next;
}

/** Whether a command keeps its meaning even if the document defines it anew. */
export function isKnown(command: Token): boolean {
  if (typeof command !== 'string') return false;
  return (
    [SYMBOLS, ACCENTS, FORMATS, DECLARATIONS, SECTIONS, HIDDEN].some((table) => table.has(command)) ||
    INCLUSION.test(command) ||
    REFERENCE.test(command) ||
    CITATION.test(command) ||
    /^\\(begin|end)\{(document|figure|table|tabular|itemize|enumerate|equation|align)\*?\}$/.test(command) ||
    /^\\(item|href|url|footnote|caption|maketitle|includegraphics)$/.test(command)
  );
}
