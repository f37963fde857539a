/** Inline content of reStructuredText: emphasis, roles, references and substitutions. */
import type { Inline } from '../../documents/markdown/model.ts';
import { InlineText } from '../shared/markup/inline-text.ts';
import type { RstContext } from './context.ts';

const PLAIN_RUN = /[^*`_|\\[:\n]+/y;
/** Names of roles have up to three parts, as `cpp:any:member`. A longer search would be repeated at each colon. */
const ROLE = /:([A-Za-z][\w.+-]*(?::[\w.+-]+){0,2}):(?=`)/y;
const NOTE = /\[(#?[\w.-]*|\*)\]_(?![\p{L}\p{N}])/uy;
const SUBSTITUTION = /\|([^|\s](?:[^|\n]*[^|\s])?)\|(?:__?)?/y;
const REFERENCE_END = /__?(?![\p{L}\p{N}_])/uy;
const WORD = /[\p{L}\p{N}]$/u;
/** The name of a simple reference is the word before its underscore. */
const NAME = /(?:^|[^\p{L}\p{N}_.-])([\p{L}\p{N}][\p{L}\p{N}_.-]{0,100})$/u;

const CODE_ROLES = /^(?:code|literal|file|samp|command|program|option|envvar|kbd|makevar|mimetype|regexp)$/;
/** Roles of Sphinx that name an object of a program: `py:func`. */
const OBJECT_ROLES = /(?:^|:)(?:func|class|meth|mod|attr|data|const|exc|obj|macro|type|member|var|c?expr)$/;

export function readInline(source: string, context: RstContext): Inline[] {
  const scan = new InlineText(source);
  while (!scan.isDone) readNext(scan, context);
  return scan.content;
}

function readNext(scan: InlineText, context: RstContext): void {
  const plain = scan.take(PLAIN_RUN);
  if (plain !== null) return addWords(scan, plain[0], context);
  const { source, at } = scan;
  const character = source.charAt(at);
  if (character === '*') return source.charAt(at + 1) === '*' ? scan.delimiter(2, 'bold') : scan.delimiter(1, 'italic');
  if (source.startsWith('``', at)) {
    const end = scan.find('``', at + 2);
    if (end > at + 2) {
      scan.words(source.slice(at + 2, end).replaceAll('\n', ' '), { code: true });
      scan.at = end + 2;
      return;
    }
  }
  const role = character === ':' ? scan.take(ROLE) : null;
  if (role !== null || character === '`') {
    if (readInterpreted(scan, role?.[1] ?? null, context)) return;
  } else if (character === '[') {
    const note = scan.take(NOTE);
    if (note !== null) return addNote(scan, note[1] ?? '', context);
  } else if (character === '|') {
    const name = scan.take(SUBSTITUTION);
    if (name !== null) return addSubstitution(scan, name, context);
  } else if (character === '\\') {
    // An escaped space joins what is left and right of it.
    scan.words(/\s/.test(source.charAt(at + 1)) ? '' : source.charAt(at + 1));
    scan.at = at + 2;
    return;
  }
  scan.at++;
  scan.words(character === '\n' ? ' ' : character);
}

/** Words; the last one may be a reference, whose underscore is at the cursor. */
function addWords(scan: InlineText, words: string, context: RstContext): void {
  const name = scan.source.charAt(scan.at) === '_' ? NAME.exec(words.slice(-102))?.[1] : undefined;
  const href = name === undefined ? undefined : context.targets.get(normal(name));
  if (name === undefined || href === undefined || scan.take(REFERENCE_END) === null) {
    scan.words(words);
    return;
  }
  scan.words(words.slice(0, -name.length));
  scan.words(name, { href });
}

/** Names of targets ignore case and white space. */
export const normal = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Text in single backquotes: a reference, or text with a role. */
function readInterpreted(scan: InlineText, role: string | null, context: RstContext): boolean {
  const { source } = scan;
  const end = source.charAt(scan.at) === '`' ? scan.find('`', scan.at + 1) : -1;
  if (end <= scan.at + 1) {
    if (role !== null) scan.words(`:${role}:`);
    return role !== null;
  }
  const written = source.slice(scan.at + 1, end).replaceAll('\n', ' ');
  scan.at = end + 1;
  const isReference = scan.take(REFERENCE_END) !== null;
  const open = written.endsWith('>') ? written.lastIndexOf('<') : -1;
  const address = open < 0 ? null : written.slice(open + 1, -1).trim();
  const label = open <= 0 ? (address ?? written) : written.slice(0, open).trim();
  if (isReference) {
    const target = address?.endsWith('_') ? context.targets.get(normal(address.slice(0, -1))) : address;
    scan.words(label, { href: target ?? context.targets.get(normal(label)) ?? null });
  } else if (role === null) {
    scan.words(label, { italic: true });
  } else {
    addRole(scan, role, written, label);
  }
  return true;
}

function addRole(scan: InlineText, role: string, written: string, label: string): void {
  if (role === 'math') scan.add({ kind: 'math', latex: written });
  else if (role === 'strong') scan.words(written, { bold: true });
  else if (role === 'emphasis' || role === 'title' || role === 'title-reference') scan.words(written, { italic: true });
  else if (role === 'sub' || role === 'subscript') scan.words(written, { vertical: 'sub' });
  else if (role === 'sup' || role === 'superscript') scan.words(written, { vertical: 'sup' });
  else if (OBJECT_ROLES.test(role)) scan.words(label.replace(/^[~!]/, ''), { code: true });
  else scan.words(CODE_ROLES.test(role) ? written : label, { code: CODE_ROLES.test(role) });
}

/** A reference to a note or, with a name, to a citation. */
function addNote(scan: InlineText, name: string, context: RstContext): void {
  const label = context.notes.refer(name === '#' || name === '*' ? `${name}${context.anonymous.next(name)}` : name);
  if (label === null) scan.words(`[${name}]`);
  else scan.add({ kind: 'note', label });
}

function addSubstitution(scan: InlineText, [whole, name = '']: RegExpExecArray, context: RstContext): void {
  const value = context.substitutions.get(normal(name));
  const isWanted = value !== undefined && context.budget.spend(value.length);
  if (!WORD.test(scan.source.charAt(scan.at - whole.length - 1)) && isWanted) scan.words(value);
  else scan.words(whole);
}
