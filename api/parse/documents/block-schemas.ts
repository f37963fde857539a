/** The format `blocks`, as the contract describes it. */
import { Type } from 'typebox';
import { BLOCK_TYPES } from '../../../engines/parse/options.ts';
import { Decimal, Flag, List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';

const MarkdownSpan = Named('MarkdownSpan', 'Position in the Markdown of the document.', {
  start: Whole('UTF-16 offset of the first character.', 0),
  end: Whole('Offset after the last character.', 18),
});

const BlockBox = Named('BlockBox', 'A rectangle on a page as it is displayed: in points, from its upper left corner.', {
  page: Whole('From 1.', 1),
  x0: Decimal('Left edge.', 72),
  y0: Decimal('Upper edge.', 90.5),
  x1: Decimal('Right edge.', 540),
  y1: Decimal('Lower edge; y grows downwards.', 102.5),
});

const BlockCell = Named('BlockCell', 'A cell of a table. Rows and columns count from 0.', {
  row: Whole('Its first row.', 0),
  column: Whole('Its first column.', 0),
  row_span: Whole('How many rows it covers.', 1, { minimum: 1 }),
  column_span: Whole('How many columns it covers.', 1, { minimum: 1 }),
  is_header: Flag('Whether it is the head of rows or columns.', true),
  text: Text('Plain text, with line feeds.', 'Mill'),
});

const BlockTable = Named('BlockTable', 'The grid of a table.', {
  rows: Whole('Number of rows.', 2),
  columns: Whole('Number of columns.', 3),
  cells: List(BlockCell, 'Each cell once, by its upper left corner: row by row.'),
});

const BlockLink = Named('BlockLink', 'A link.', {
  text: Text('What it shows, plain; of a picture, its description.', 'Eling Tide Mill'),
  url: Text('Address, as the document has it: it may be relative.', 'https://example.com/eling'),
});

const DocumentBlock = Named('DocumentBlock', 'A block of a document.', {
  id: Text('Unique in the document.', 'b1'),
  order: Whole('Its place in reading order, from 0.', 0),
  type: Word(BLOCK_TYPES, 'What it is.'),
  text: Text(
    'Plain text. Of a table, its rows as lines with tabs between the cells; of a formula, LaTeX; of a picture, ' +
      'its description.',
    'Tide mills',
  ),
  level: Nullable(Whole('Of a heading, 1 to 6; of a list item, its depth from 1.', 1)),
  marker: Nullable(Text('Of a list item, as it is written; of a footnote, its label.', '1.')),
  language: Nullable(Text('Of code, as the document names it.', 'python')),
  table: Nullable(BlockTable, 'The grid of a table.'),
  image: Nullable(
    Text('Of a picture, the name of its image; `null` when the document has no image of it.', 'a1b2.png'),
  ),
  links: List(BlockLink, 'The links in it.'),
  parent_id: Nullable(Text('The list item or the heading that it is below.', 'b1')),
  page: Nullable(Whole('Page on which it starts, for formats with pages.', 1)),
  boxes: List(BlockBox, 'Where it is; several when it continues in the next column or page. Empty when not known.'),
  confidence: Nullable(
    Type.Number({
      description: 'How sure its text is: 1 from a text layer, less from recognition. `null` when not known.',
      examples: [1],
      minimum: 0,
      maximum: 1,
    }),
  ),
  markdown: MarkdownSpan,
});

export const DocumentBlocks = Named('DocumentBlocks', 'A document as blocks in reading order.', {
  schema_version: Text('The first number increases when members change their meaning.', '1.0'),
  title: Nullable(Text('Title.', 'Report')),
  language: Nullable(Text('BCP 47 tag that the document declares.', 'en')),
  pages: List(
    Named('BlocksPage', 'A page.', {
      page: Whole('From 1.', 1),
      width: Nullable(Decimal('Width as displayed, in points.', 612)),
      height: Nullable(Decimal('Height as displayed, in points.', 792)),
      markdown: MarkdownSpan,
    }),
    'The pages; empty for formats without pages.',
  ),
  blocks: List(DocumentBlock, 'The blocks.'),
});
