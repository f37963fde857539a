/** Converts reStructuredText. Nothing is included or executed. */
import type { TextInput } from '../../documents/charset/decode.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import { splitNames, timestamp } from '../../documents/html/metadata.ts';
import { includedFiles } from '../shared/markup/included-files.ts';
import { dedent, ExpansionBudget, indentedLines, linesOf } from '../shared/markup/lines.ts';
import { Notes } from '../../documents/markdown/notes.ts';
import { readBlocks } from './blocks.ts';
import { AnonymousNotes, type RstContext } from './context.ts';
import { NOTE } from './explicit.ts';
import { normal } from './inline.ts';

/** Throws `empty` without text. */
export function convertRst(input: TextInput): ParsedDocument {
  const lines = linesOf(input);
  const context = createContext(lines);
  const blocks = context.readBlocks(lines, 0);
  const facts = factsOf(lines);
  return documentOfBlocks([...blocks, ...context.notes.blocks()], input, {
    authors: splitNames(facts.get('author') ?? facts.get('authors') ?? '').filter((name) => name !== ''),
    createdAt: timestamp(facts.get('date') ?? null),
    warnings: includedFiles([...context.included]),
  });
}

/** Collects what the text may refer to before or after it is defined. */
function createContext(lines: readonly string[]): RstContext {
  const targets = new Map<string, string>();
  const substitutions = new Map<string, string>();
  const context: RstContext = {
    readBlocks: (inner, depth) => readBlocks(inner, depth, context),
    notes: new Notes(),
    anonymous: new AnonymousNotes(),
    targets,
    substitutions,
    budget: new ExpansionBudget(lines.length * 80),
    adornments: [],
    included: new Set(),
  };
  const defined = new AnonymousNotes();
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trimStart();
    if (!trimmed.startsWith('.. ')) continue;
    const [, name = '', address = ''] =
      /^\.\. _(?:`([^`]+)`|([^:`]+)): +(\S.*)$/.exec(trimmed)?.filter((part) => part !== undefined) ?? [];
    if (name !== '') targets.set(normal(name), address.trim());
    const [, word, value = ''] = /^\.\. \|([^|]+)\| replace::(.*)$/.exec(trimmed) ?? [];
    if (word !== undefined) substitutions.set(normal(word), value.trim());
    const note = NOTE.exec(trimmed);
    if (note === null) continue;
    const [whole, mark = ''] = note;
    const id = mark === '#' || mark === '*' ? `${mark}${defined.next(mark)}` : mark;
    const first = trimmed.slice(whole.length);
    context.notes.define(id, () =>
      context.readBlocks([first, ...dedent(indentedLines(lines, at + 1, line.length - trimmed.length + 1))], 1),
    );
  }
  return context;
}

/** The fields before the first section: author, date and others, by their names in lower case. */
function factsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const line of lines.slice(0, 100)) {
    const [, name, value = ''] = /^:([A-Za-z]+):(.*)$/.exec(line) ?? [];
    if (name !== undefined && !facts.has(name.toLowerCase())) facts.set(name.toLowerCase(), value.trim());
  }
  return facts;
}
