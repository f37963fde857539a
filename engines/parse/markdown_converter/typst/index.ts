/** Converts Typst documents as they are written: nothing is evaluated, so what scripts would produce is missing. */
import { MAX_HEADING_LEVEL, plainText, type Block } from '../../documents/markdown/model.ts';
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { append } from '../../documents/append.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import { indentOf, linesOf } from '../shared/markup/lines.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import { readInline } from './inline.ts';

const HEADING = /^ *(={1,10}) (.*)$/;
const ITEM = /^ *(?:([-+]|\d{1,9}\.) (.*))$/;
const TERM = /^ *\/ ([^:]*):(.*)$/;
const FENCE = /^ *(`{3,})([\w+-]*)$/;
/** Settings, definitions and calls whose value is not written in the document. */
const SCRIPT =
  /^ *#(?:set|show|let|import|include|pagebreak|v|h|outline|bibliography|context|if|for|while|counter|align|figure|table|grid|image)(?![\w-])/;

/** Throws `empty` without text. */
export function convertTypst(input: TextInput): ParsedDocument {
  const lines = linesOf(input).map(withoutComment);
  const { blocks, omitted } = readBlocks(lines);
  const settings = lines.slice(0, 200).join('\n');
  const title = /\btitle: *(?:"([^"]*)"|\[([^[\]\n]*)\])/.exec(settings);
  const author = /\bauthor: *"([^"]*)"/.exec(settings);
  return documentOfBlocks(blocks, input, {
    title: title === null ? null : plainText(readInline(title[1] ?? title[2] ?? '')),
    authors: author?.[1] === undefined ? [] : [author[1]],
    warnings: omitted === 0 ? [] : [{ code: 'script_omitted', message: notEvaluated(omitted), page: null }],
  });
}

const notEvaluated = (scripts: number): string =>
  `Scripts that were not evaluated: ${scripts}. What they would print is missing.`;

/** Addresses contain two slashes, too, but not after a space. */
function withoutComment(line: string): string {
  const at = ` ${line}`.indexOf(' //');
  return at < 0 ? line : line.slice(0, at).trimEnd();
}

function readBlocks(lines: readonly string[]): { blocks: Block[]; omitted: number } {
  const flat: FlatBlock[] = [];
  const numbers: number[] = [];
  let omitted = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    const fence = FENCE.exec(line);
    const item = ITEM.exec(line);
    const term = TERM.exec(line);
    let next = at + 1;
    if (SCRIPT.test(line)) {
      next = scriptEnd(lines, at);
      if (!/^ *#(?:set|show|let|import|pagebreak|v|h)(?![\w-])/.test(line)) omitted++;
    } else if (heading !== null) {
      flat.push({
        kind: 'heading',
        level: Math.min(MAX_HEADING_LEVEL, heading[1]?.length ?? 1),
        content: readInline(heading[2] ?? ''),
      });
    } else if (fence !== null) {
      while (next < lines.length && lines[next]?.trim() !== fence[1]) next++;
      flat.push({ kind: 'code', text: lines.slice(at + 1, next).join('\n'), language: fence[2] || null });
      next++;
    } else if (item !== null || term !== null) {
      next = textEnd(lines, next, indentOf(line) + 1);
      const rest = lines.slice(at + 1, next).map((other) => other.trim());
      const words = [item?.[2] ?? `*${term?.[1]?.trim() ?? ''}* ${term?.[2]?.trim() ?? ''}`, ...rest].join('\n');
      const level = Math.floor(indentOf(line) / 2);
      numbers.length = Math.min(numbers.length, level + 1);
      const isNumbered = item !== null && item[1] !== '-';
      numbers[level] = isNumbered ? (numbers[level] ?? 0) + 1 : 0;
      flat.push({
        kind: 'item',
        list: isNumbered ? 'numbers' : 'bullets',
        level,
        number: isNumbered ? (numbers[level] ?? 1) : null,
        content: readInline(words),
      });
    } else if (line !== '') {
      next = textEnd(lines, next, 0);
      const paragraph = lines
        .slice(at, next)
        .map((other) => other.trim())
        .join('\n');
      append(flat, paragraphOf(readInline(paragraph)));
      numbers.length = 0;
    }
    at = next;
  }
  return { blocks: nestLists(flat), omitted };
}

/** The line after a text: before a blank line, another block, or a line of less indentation. */
function textEnd(lines: readonly string[], start: number, indent: number): number {
  let end = start;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (line === '' || indentOf(line) < indent) break;
    if ([HEADING, ITEM, TERM, FENCE, SCRIPT].some((pattern) => pattern.test(line))) break;
  }
  return end;
}

/** The line after a script: where its brackets are closed. A script without end is its first line. */
function scriptEnd(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < Math.min(lines.length, start + MAX_SCRIPT_LINES); at++) {
    for (const bracket of (lines[at] ?? '').match(/[([{)\]}]/g) ?? []) depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth <= 0) return at + 1;
  }
  return start + 1;
}

/** Lines in which the end of a script is looked for. */
const MAX_SCRIPT_LINES = 200;
