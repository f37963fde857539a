/** Explicit markup of reStructuredText: directives, notes, targets and comments, which begin with two dots. */
import { admonitionLabel } from '../../shared/markdown/compose.ts';
import { PLAIN, text, type Block, type TableCell } from '../../shared/markdown/model.ts';
import { parseRows } from '../delimited.ts';
import { dedent, indentedLines, withoutBlankStart, type Read } from '../markup/lines.ts';
import { paragraphOf } from '../../shared/html/paragraph.ts';
import type { ReadBlocks, RstContext } from './context.ts';
import { readInline } from './inline.ts';

export const NOTE = /^\.\. \[(#[\w.-]*|\d+|\*)\](?: +|$)/;
export const CITATION = /^\.\. \[([A-Za-z][\w.-]*)\](?: +|$)/;
export const DIRECTIVE = /^\.\. ([A-Za-z][\w.+-]*(?::[\w.+-]+)*) ?::(?: (.*))?$/;

const ADMONITIONS = /^(attention|caution|danger|error|hint|important|note|tip|warning|seealso|todo)$/;
const CODE = /^(code|code-block|sourcecode|highlight|parsed-literal|literalinclude|prompt|doctest|testcode)$/;
const HIDDEN =
  /^(contents|sectnum|section-numbering|raw|meta|default-role|role|index|currentmodule|module|highlight|include|toctree|header|footer|target-notes|tabularcolumns|replace|unicode|date|literalinclude|bibliography|automodule|autoclass|autofunction)$/;
const MAX_CELLS = 100_000;

export function readExplicit(
  lines: readonly string[],
  at: number,
  depth: number,
  context: RstContext,
  readBlocks: ReadBlocks,
): Read {
  const line = lines[at] ?? '';
  const body = indentedLines(lines, at + 1, 1);
  const next = at + 1 + body.length;
  const citation = CITATION.exec(line);
  if (citation !== null) {
    const blocks = readBlocks([line.slice(citation[0].length), ...dedent(body)], depth + 1, context);
    return { read: [...paragraphOf([text(`[${citation[1] ?? ''}]`)]), ...blocks], next };
  }
  const directive = NOTE.test(line) ? null : DIRECTIVE.exec(line);
  if (directive === null) return { read: [], next };
  const [, name = '', argument = ''] = directive;
  return { read: readDirective(name.toLowerCase(), argument.trim(), dedent(body), depth, context, readBlocks), next };
}

function readDirective(
  name: string,
  argument: string,
  body: readonly string[],
  depth: number,
  context: RstContext,
  readBlocks: ReadBlocks,
): Block[] {
  const blank = body.indexOf('');
  const isOption = (line: string): boolean => /^:[^:\s][^:]*:/.test(line);
  const options = body.slice(
    0,
    Math.max(
      0,
      body.findIndex((line) => !isOption(line) && !line.startsWith(' ')),
    ),
  );
  const head = body.every((line) => isOption(line)) ? body : options;
  const content = withoutBlankStart(body.slice(head.length));
  const option = (wanted: string): string =>
    head
      .find((line) => line.startsWith(`:${wanted}:`))
      ?.slice(wanted.length + 2)
      .trim() ?? '';
  const inner = (): Block[] => readBlocks(content, depth + 1, context);
  const titled = (words: string): Block[] => paragraphOf([text(words, { ...PLAIN, bold: true })]);
  if (name === 'include' || name === 'literalinclude') context.included.add(argument);
  if (name === 'image' || name === 'figure') {
    const image: Block = {
      kind: 'paragraph',
      content: [{ kind: 'image', alt: option('alt'), src: argument.trim(), href: null }],
    };
    return [image, ...inner()];
  }
  if (CODE.test(name) && content.length > 0) {
    return [{ kind: 'code', text: content.join('\n').trimEnd(), language: argument.trim() || null }];
  }
  if (HIDDEN.test(name)) return [];
  if (name === 'math') return [{ kind: 'equation', latex: [argument, ...content].join('\n').trim() }];
  if (ADMONITIONS.test(name)) {
    const first = blank === 0 ? [] : [argument];
    const blocks = readBlocks([...first, ...content], depth + 1, context);
    return [{ kind: 'quote', blocks: [admonitionLabel(name), ...blocks] }];
  }
  if (name === 'admonition' || name === 'topic' || name === 'sidebar') {
    return [{ kind: 'quote', blocks: [...titled(argument), ...inner()] }];
  }
  if (name === 'epigraph' || name === 'pull-quote' || name === 'highlights')
    return [{ kind: 'quote', blocks: inner() }];
  if (name === 'csv-table') return [...titled(argument), ...csvTable(option('header'), content, context)];
  if (name === 'list-table')
    return [...titled(argument), ...listTable(inner(), Number.parseInt(option('header-rows'), 10) || 0)];
  if (name === 'table') return [...titled(argument), ...inner()];
  if (name === 'rubric') return titled(argument);
  const lead =
    argument === '' ? [] : name.includes(':') ? codeLine(argument) : paragraphOf(readInline(argument, context));
  return [...lead, ...inner()];
}

/** The signature of an object of a program. */
const codeLine = (words: string): Block[] => paragraphOf([text(words, { ...PLAIN, code: true })]);

function csvTable(header: string, content: readonly string[], context: RstContext): Block[] {
  const rows = parseRows([header, ...content].join('\n'), ',', MAX_CELLS).map((row, index) =>
    row.map((cell): TableCell => ({
      blocks: paragraphOf(readInline(cell.trim(), context)),
      columns: 1,
      rows: 1,
      isHeader: index === 0 && header !== '',
    })),
  );
  return rows.length === 0 ? [] : [{ kind: 'table', rows }];
}

/** A list of lists, one for each row. */
function listTable(blocks: readonly Block[], headers: number): Block[] {
  return blocks.map((block): Block => {
    if (block.kind !== 'list') return block;
    const rows = block.items.map((row, index) =>
      row.blocks.flatMap((inner) =>
        inner.kind === 'list'
          ? inner.items.map((item): TableCell => ({
              blocks: item.blocks,
              columns: 1,
              rows: 1,
              isHeader: index < headers,
            }))
          : [],
      ),
    );
    return { kind: 'table', rows };
  });
}
