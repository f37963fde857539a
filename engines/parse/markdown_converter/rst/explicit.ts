/** Explicit markup of reStructuredText: directives, notes, targets and comments, which begin with two dots. */
import { text } from '../../documents/markdown/model.ts';
import { dedent, indentedLines, type Read } from '../shared/markup/lines.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import type { RstCursor } from './context.ts';
import { readDirective } from './directives.ts';

export const NOTE = /^\.\. \[(#[\w.-]*|\d+|\*)\](?: +|$)/;
export const CITATION = /^\.\. \[([A-Za-z][\w.-]*)\](?: +|$)/;
export const DIRECTIVE = /^\.\. ([A-Za-z][\w.+-]*(?::[\w.+-]+)*) ?::(?: (.*))?$/;

export function readExplicit({ lines, at, depth, context }: RstCursor): Read {
  const line = lines[at] ?? '';
  const body = indentedLines(lines, at + 1, 1);
  const next = at + 1 + body.length;
  const inner = (content: readonly string[]) => context.readBlocks(content, depth + 1);
  const citation = CITATION.exec(line);
  if (citation !== null) {
    const blocks = inner([line.slice(citation[0].length), ...dedent(body)]);
    return { read: [...paragraphOf([text(`[${citation[1] ?? ''}]`)]), ...blocks], next };
  }
  const directive = NOTE.test(line) ? null : DIRECTIVE.exec(line);
  if (directive === null) return { read: [], next };
  const [, name = '', argument = ''] = directive;
  const written = { name: name.toLowerCase(), argument: argument.trim(), body: dedent(body) };
  return { read: readDirective(written, context, inner), next };
}
