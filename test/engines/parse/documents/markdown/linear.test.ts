/** The writers of Markdown take time linear in the document, whatever it holds. */
import { test } from 'node:test';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { escapeLineStart, linkDestination } from '../../../../../engines/parse/documents/markdown/escape.ts';
import { PLAIN, text, type Block, type Inline } from '../../../../../engines/parse/documents/markdown/model.ts';
import { pipeTable } from '../../../../../engines/parse/documents/markdown/tables.ts';
import { assertLinearInText } from '../../../../support/linear.ts';

const bold = (value: string): Inline => text(value, { ...PLAIN, bold: true });
const code = (value: string): Inline => text(value, { ...PLAIN, code: true });
const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content });
const cell = (...blocks: Block[]) => ({ blocks, columns: 1, rows: 1, isHeader: false });

/** What each piece of hostile text is put into. */
const WRITERS: Readonly<Record<string, (value: string) => unknown>> = {
  'a line start': escapeLineStart,
  'an address': linkDestination,
  'a pipe table': (value) => pipeTable([[`a${value}b`, value]]),
  'a paragraph': (value) => writeBlocks([paragraph(text(`a${value}b`))]),
  'a heading': (value) => writeBlocks([{ kind: 'heading', level: 1, content: [text(`a${value}b`)] }]),
  'bold text': (value) => writeBlocks([paragraph(bold(`${value}a`), text('b'), bold(`a${value}`), text('b'))]),
  'a code span': (value) => writeBlocks([paragraph(code(`a${value}b`))]),
  'a fence': (value) => writeBlocks([{ kind: 'code', text: `a${value}b`, language: null }]),
  'a quote': (value) => writeBlocks([{ kind: 'quote', blocks: [paragraph(text(value))] }]),
  'a list': (value) => writeBlocks([{ kind: 'list', items: [{ number: 1, blocks: [paragraph(text(value))] }] }]),
  'a cell': (value) => writeBlocks([{ kind: 'table', rows: [[cell(paragraph(bold(`a${value}b`)))]] }]),
  'a merged cell': (value) =>
    writeBlocks([{ kind: 'table', rows: [[{ ...cell(paragraph(text(`a${value}b`))), columns: 2 }]] }]),
};

for (const [writer, write] of Object.entries(WRITERS)) {
  test(`hostile text in ${writer} takes linear time`, () => assertLinearInText(writer, write));
}
