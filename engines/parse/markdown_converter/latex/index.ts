/** Converts LaTeX documents. Macros of the document are expanded; packages and included files are not read. */
import { headingTitle, PLAIN } from '../../documents/markdown/model.ts';
import { languageTag } from '../../documents/html/metadata.ts';
import type { ParsedDocument, ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import { includedFiles } from '../shared/markup/included-files.ts';
import { Notes } from '../../documents/markdown/notes.ts';
import { convertSourceCode } from '../source-code.ts';
import { SECTION, SECTIONS } from './commands.ts';
import type { LatexContext } from './context.ts';
import { Flow } from './flow.ts';
import { authorNames, titleOf } from './front.ts';
import { expandMacros } from './macros.ts';
import { isKnown, readTokens } from './reader.ts';
import { Structure, type Range } from './structure.ts';
import { tokenize, type Token } from './tokens.ts';

/** A file without text, such as a collection of macros, stays source code. Throws `empty` for white space only. */
export function convertLatex(input: TextInput): ParsedDocument {
  const latex = input.text.replace(/\r\n?/g, '\n');
  const { tokens, theorems, isLimited } = expandMacros(tokenize(latex), isKnown);
  const structure = new Structure(tokens);
  const context = createContext(structure, theorems);
  const begin = tokens.indexOf('\\begin{document}');
  const [start, end] = begin < 0 ? [0, tokens.length] : [begin + 1, structure.endOf(begin, tokens.length)];
  const { blocks } = context.read(start, end, PLAIN, 0);
  if (blocks.length === 0) return convertSourceCode(input);
  return documentOfBlocks([...blocks, ...context.notes.blocks()], input, {
    title: titleOf(context) ?? headingTitle(blocks),
    authors: authorNames(context),
    language: languageOf(structure),
    warnings: warningsOf(context, isLimited),
  });
}

function createContext(structure: Structure, theorems: ReadonlyMap<string, readonly Token[]>): LatexContext {
  const front = frontOf(structure);
  const ranks = new Set(
    structure.tokens.map((token) => (typeof token === 'string' ? SECTIONS.get(token.replace(/\*$/, '')) : undefined)),
  );
  const highest = [...SECTIONS.values()].find((rank) => ranks.has(rank)) ?? SECTION;
  const hasTitle = front.has('\\title') && structure.tokens.includes('\\maketitle');
  const context: LatexContext = {
    structure,
    notes: new Notes(),
    theorems: new Map(
      [...theorems].map(([name, title]) => [name, title.filter((token) => typeof token === 'string').join('')]),
    ),
    citations: citationsOf(structure),
    front,
    levelOf: (rank) => Math.max(1, rank - highest + (hasTitle ? 2 : 1)),
    included: new Set(),
    drawings: { count: 0 },
    read(start, end, format, depth) {
      const flow = new Flow();
      readTokens(flow, start, end, format, depth, context);
      return flow;
    },
  };
  return context;
}

/** The last title, author and date: templates contain examples before. */
function frontOf(structure: Structure): Map<string, Range> {
  const front = new Map<string, Range>();
  for (const [index, token] of structure.tokens.entries()) {
    if (token !== '\\title' && token !== '\\author' && token !== '\\date') continue;
    const option = structure.optional(index + 1, structure.tokens.length);
    front.set(token, structure.argument(option?.next ?? index + 1, structure.tokens.length));
  }
  return front;
}

function citationsOf(structure: Structure): Map<string, number> {
  const citations = new Map<string, number>();
  for (const [index, token] of structure.tokens.entries()) {
    if (token !== '\\bibitem') continue;
    const option = structure.optional(index + 1, structure.tokens.length);
    const key = structure.argument(option?.next ?? index + 1, structure.tokens.length);
    citations.set(structure.name(key), citations.size + 1);
  }
  return citations;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    english: 'en',
    american: 'en-US',
    british: 'en-GB',
    german: 'de',
    ngerman: 'de',
    french: 'fr',
    spanish: 'es',
    italian: 'it',
    portuguese: 'pt',
    dutch: 'nl',
    russian: 'ru',
    polish: 'pl',
  }),
);

/** The main language of `babel`: the last of its options. */
function languageOf(structure: Structure): string | null {
  for (const [index, token] of structure.tokens.entries()) {
    if (token !== '\\usepackage') continue;
    const option = structure.optional(index + 1, structure.tokens.length);
    if (option === null) continue;
    const name = structure.argument(option.next, structure.tokens.length);
    if (structure.name(name) !== 'babel') continue;
    const last = structure.raw(option.start, option.end).split(',').at(-1)?.trim() ?? '';
    return languageTag(LANGUAGES.get(last) ?? null);
  }
  return null;
}

function warningsOf({ included, drawings }: LatexContext, isLimited: boolean): ParseWarning[] {
  const warnings = includedFiles([...included]);
  const warn = (code: WarningCode, message: string): void => {
    warnings.push({ code, message, page: null });
  };
  if (drawings.count > 0) {
    warn('drawing_omitted', `Drawings made of LaTeX commands, such as TikZ, were left out: ${drawings.count}.`);
  }
  if (isLimited) {
    warn(
      'macros_omitted',
      'Expanding the macros of the document exceeded the limit. Later macros were left as written.',
    );
  }
  return warnings;
}
