/** Builds the text: paragraphs become blocks, and notes are separate. */
import { heading, isVisible, listItem, plainParagraph } from '../shared/word/paragraph.ts';
import type { FlatBlock } from '../../documents/markdown/lists.ts';
import type { Block, Inline } from '../../documents/markdown/model.ts';
import { headingLevel, type Definitions } from './definitions.ts';
import { RowDefinition, TableStack } from './tables.ts';
import { append } from '../../documents/append.ts';

/** The text of the document, or one beside it. */
interface Story {
  readonly tables: TableStack;
  line: Inline[];
  /** Number of open groups at its start. */
  readonly depth: number;
  /** What becomes of its blocks; nothing of those of the document, which {@link StoryWriter.finish} returns. */
  readonly end: (blocks: readonly Block[]) => void;
  /** Follows the paragraph that is open. */
  readonly anchored: Block[];
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

const newStory = (depth: number, end: Story['end']): Story => ({
  tables: new TableStack(),
  line: [],
  depth,
  end,
  anchored: [],
});

export class StoryWriter {
  readonly #definitions: Definitions;
  readonly #notes: Block[] = [];
  /** What continues after this story, with its open paragraph. */
  readonly #outer: { readonly story: Story; readonly paragraph: ParagraphState; readonly label: string }[] = [];
  readonly #row = new RowDefinition();
  #story = newStory(0, () => {});
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
    this.endGroup(depth);
    const label = String(++this.#noteCount);
    this.add({ kind: 'note', label });
    this.begin(depth, (blocks) => {
      if (blocks.length > 0) this.#notes.push({ kind: 'note', label, blocks });
    });
  }

  /** Starts a text beside the others in a group, with `depth` open groups. It ends one that started in that group. */
  begin(depth: number, end: Story['end']): void {
    this.endGroup(depth);
    this.#outer.push({ story: this.#story, paragraph: this.#paragraph, label: this.#label });
    this.#story = newStory(depth, end);
    this.#paragraph = { ...FIRST_PARAGRAPH };
    this.#label = '';
  }

  /** Ends the text beside the others that started in the group with `depth` open groups. */
  endGroup(depth: number): void {
    if (this.#outer.length > 0 && this.#story.depth === depth) this.#endStory();
  }

  /** Puts blocks behind the paragraph that is open. */
  anchor(blocks: readonly Block[]): void {
    append(this.#story.anchored, blocks);
  }

  /** Closes everything that is open. */
  finish(): { readonly blocks: readonly Block[]; readonly notes: readonly Block[] } {
    while (this.#outer.length > 0) this.#endStory();
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

  #endStory(): void {
    this.#endParagraph();
    const { end, tables } = this.#story;
    const outer = this.#outer.pop();
    if (outer === undefined) return;
    ({ story: this.#story, paragraph: this.#paragraph, label: this.#label } = outer);
    end(tables.finish());
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
    const anchored = this.#story.anchored.splice(0);
    if (anchored.length > 0) this.#story.tables.add(anchored, this.#depth);
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
