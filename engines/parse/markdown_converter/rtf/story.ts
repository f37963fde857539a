/** Builds the text: paragraphs become blocks, and notes are separate. */
import { heading, isVisible, listItem, plainParagraph } from '../docx/paragraphs.ts';
import type { FlatBlock } from '../../documents/markdown/lists.ts';
import type { Block, Inline } from '../../documents/markdown/model.ts';
import { headingLevel, type Definitions } from './definitions.ts';
import { RowDefinition, TableStack } from './tables.ts';

/** The text of the document or of a note. */
interface Story {
  readonly tables: TableStack;
  line: Inline[];
  /** Number of open groups at its start. */
  readonly depth: number;
  readonly label: string;
  /** Number of the paragraph that a note is in. */
  readonly outerNumber: string;
}

interface ParagraphState {
  style: number;
  outline: number | null;
  isInTable: boolean;
  /** Number of enclosing tables, or `null` when unknown. */
  depth: number | null;
  /** Index of the list, 0 for none. */
  list: number;
  level: number;
}

const FIRST_PARAGRAPH: ParagraphState = {
  style: 0,
  outline: null,
  isInTable: false,
  depth: null,
  list: 0,
  level: 0,
};

export class StoryWriter {
  readonly #definitions: Definitions;
  readonly #notes: Block[] = [];
  /** The stories that continue after the note. */
  readonly #outer: Story[] = [];
  readonly #row = new RowDefinition();
  #story: Story = { tables: new TableStack(), line: [], depth: 0, label: '', outerNumber: '' };
  #paragraph: ParagraphState = { ...FIRST_PARAGRAPH };
  #label = '';
  #noteCount = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  add(inline: Inline): void {
    this.#story.line.push(inline);
  }

  /** The unfinished line. */
  get line(): readonly Inline[] {
    return this.#story.line;
  }

  /** The number or bullet of the paragraph, as written for older readers. */
  setLabel(label: string): void {
    this.#label = label.replace(/\s+/g, ' ').trim() || '\u2022';
  }

  /** Starts a note in a group, with `depth` open groups. */
  beginNote(depth: number): void {
    const label = String(++this.#noteCount);
    this.add({ kind: 'note', label });
    this.#outer.push(this.#story);
    this.#story = { tables: new TableStack(), line: [], depth, label, outerNumber: this.#label };
    this.#label = '';
  }

  /** Ends the note that started in the closing group. */
  endGroup(depth: number): void {
    if (this.#outer.length > 0 && this.#story.depth === depth) this.#endNote();
  }

  /** Closes everything that is open. */
  finish(): { readonly blocks: readonly Block[]; readonly notes: readonly Block[] } {
    while (this.#outer.length > 0) this.#endNote();
    this.#endParagraph();
    return { blocks: this.#story.tables.finish(), notes: this.#notes };
  }

  /** Applies a control word for paragraphs, cells or rows; ignores others. */
  apply(word: string, value: number | null): void {
    const paragraph = this.#paragraph;
    switch (word) {
      case 'pard':
        this.#paragraph = { ...FIRST_PARAGRAPH };
        break;
      case 's':
        paragraph.style = value ?? 0;
        break;
      case 'outlinelevel':
        paragraph.outline = value;
        break;
      case 'intbl':
        paragraph.isInTable = true;
        break;
      case 'itap':
        paragraph.depth = value;
        break;
      case 'ls':
        paragraph.list = value ?? 0;
        break;
      case 'ilvl':
        paragraph.level = Math.min(8, Math.max(0, value ?? 0));
        break;
      case 'line':
        this.add({ kind: 'break' });
        break;
      case 'par':
      case 'sect':
      case 'page':
      case '\n':
      case '\r':
        this.#endParagraph();
        break;
      case 'cell':
        paragraph.isInTable = true;
        paragraph.depth = 1;
        this.#endParagraph();
        this.#story.tables.endCell(1);
        break;
      case 'nestcell':
        this.#endParagraph();
        this.#story.tables.endCell(Math.max(1, this.#depth));
        break;
      case 'row':
        this.#story.tables.endRow(1, this.#row);
        break;
      case 'nestrow':
        this.#story.tables.endRow(Math.max(1, this.#depth), this.#row);
        break;
      default:
        this.#row.apply(word, value);
    }
  }

  #endNote(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = { ...FIRST_PARAGRAPH };
    this.#endParagraph();
    this.#paragraph = paragraph;
    this.#label = this.#story.outerNumber;
    const blocks = this.#story.tables.finish();
    if (blocks.length > 0) this.#notes.push({ kind: 'note', label: this.#story.label, blocks });
    this.#story = this.#outer.pop() ?? this.#story;
  }

  /** Number of tables around the paragraph. */
  get #depth(): number {
    const { isInTable, depth } = this.#paragraph;
    return depth ?? (isInTable ? 1 : 0);
  }

  #endParagraph(): void {
    const { line } = this.#story;
    this.#story.line = [];
    if (isVisible(line)) this.#story.tables.add(this.#blocks(line), this.#depth);
    this.#label = '';
  }

  #blocks(line: readonly Inline[]): FlatBlock[] {
    const { style, outline, list, level } = this.#paragraph;
    const number = this.#label === '' ? null : { list: String(list), level, label: shownLabel(this.#label) };
    const named = this.#definitions.style(style);
    const rank = headingLevel(named, outline);
    if (rank > 0) return [heading(line, rank, number)];
    return number === null ? plainParagraph(line, named?.name ?? '') : [listItem(line, number)];
  }
}

/** The label of an item, if it has letters or digits; a bullet has none. */
function shownLabel(label: string): string {
  return /[\p{L}\p{N}]/u.test(label) && label !== 'o' ? label : '';
}
