/** Directives of reStructuredText, and of Sphinx. */
import { admonitionLabel } from '../../documents/markdown/compose.ts';
import { PLAIN, text, type Block, type TableCell } from '../../documents/markdown/model.ts';
import { parseRows } from '../delimited.ts';
import { withoutBlankStart } from '../shared/markup/lines.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import type { RstContext } from './context.ts';
import { readInline } from './inline.ts';

/** `.. name:: argument`, and the lines below it without their indentation. */
interface Written {
  /** In lower case. */
  readonly name: string;
  readonly argument: string;
  readonly body: readonly string[];
}

type ReadInner = (lines: readonly string[]) => Block[];

interface Directive extends Written {
  /** The lines after the options. */
  readonly content: readonly string[];
  /** Empty when it is not given. */
  readonly option: (name: string) => string;
  readonly context: RstContext;
  readonly inner: ReadInner;
}

type ReadDirective = (directive: Directive) => Block[];

const MAX_CELLS = 100_000;

export function readDirective(written: Written, context: RstContext, inner: ReadInner): Block[] {
  const { name, body } = written;
  const rest = body.findIndex((line) => !isOption(line) && !line.startsWith(' '));
  const head = body.every(isOption) ? body : body.slice(0, Math.max(0, rest));
  const option = (wanted: string): string =>
    head
      .find((line) => line.startsWith(`:${wanted}:`))
      ?.slice(wanted.length + 2)
      .trim() ?? '';
  const content = withoutBlankStart(body.slice(head.length));
  return (DIRECTIVES.get(name) ?? other)({ ...written, content, option, context, inner });
}

const isOption = (line: string): boolean => /^:[^:\s][^:]*:/.test(line);

const hidden: ReadDirective = () => [];

const image: ReadDirective = ({ argument, content, option, inner }) => [
  { kind: 'paragraph', content: [{ kind: 'image', alt: option('alt'), src: argument, href: null }] },
  ...inner(content),
];

const code = ({ argument, content }: Directive): Block[] => [
  { kind: 'code', text: content.join('\n').trimEnd(), language: argument || null },
];

const titled = (words: string): Block[] => paragraphOf([text(words, { ...PLAIN, bold: true })]);

/** A blank line ends the paragraph that begins beside the name. */
const admonition: ReadDirective = ({ name, argument, body, content, inner }) => {
  const first = body[0] === '' ? [argument, ''] : [argument];
  return [{ kind: 'quote', blocks: [admonitionLabel(name), ...inner([...first, ...content])] }];
};

const box: ReadDirective = ({ argument, content, inner }) => [
  { kind: 'quote', blocks: [...titled(argument), ...inner(content)] },
];

const quote: ReadDirective = ({ content, inner }) => [{ kind: 'quote', blocks: inner(content) }];

const other: ReadDirective = ({ name, argument, content, context, inner }) => {
  if (argument === '') return inner(content);
  const lead = name.includes(':') ? codeLine(argument) : paragraphOf(readInline(argument, context));
  return [...lead, ...inner(content)];
};

/** The signature of an object of a program. */
const codeLine = (words: string): Block[] => paragraphOf([text(words, { ...PLAIN, code: true })]);

const DIRECTIVES: ReadonlyMap<string, ReadDirective> = new Map([
  ...each('attention caution danger error hint important note tip warning seealso todo', admonition),
  ...each('admonition topic sidebar', box),
  ...each('epigraph pull-quote highlights', quote),
  ...each('image figure', image),
  ...each('code code-block sourcecode parsed-literal prompt doctest testcode', (directive) =>
    directive.content.length > 0 ? code(directive) : other(directive),
  ),
  ...each('highlight literalinclude include', (directive) => {
    const { name, argument, content, context } = directive;
    if (name !== 'highlight') context.included.add(argument);
    return name !== 'include' && content.length > 0 ? code(directive) : [];
  }),
  ...each('contents sectnum section-numbering raw meta default-role role index currentmodule module toctree', hidden),
  ...each('header footer target-notes tabularcolumns replace unicode date bibliography', hidden),
  ...each('automodule autoclass autofunction', hidden),
  ...each('math', ({ argument, content }) => [{ kind: 'equation', latex: [argument, ...content].join('\n').trim() }]),
  ...each('rubric', ({ argument }) => titled(argument)),
  ...each('table', ({ argument, content, inner }) => [...titled(argument), ...inner(content)]),
  ...each('csv-table', ({ argument, content, option, context }) => [
    ...titled(argument),
    ...csvTable(option('header'), content, context),
  ]),
  ...each('list-table', ({ argument, content, option, inner }) => [
    ...titled(argument),
    ...listTable(inner(content), Number.parseInt(option('header-rows'), 10) || 0),
  ]),
]);

function each(names: string, read: ReadDirective): [string, ReadDirective][] {
  return names.split(' ').map((name) => [name, read]);
}

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
