/** Follows the tokens of a file and builds its blocks. */
import { hyperlinkOf } from '../docx/fields.ts';
import { heading, listItem, plainParagraph } from '../docx/paragraphs.ts';
import type { CellDefinition } from '../markdown/edge-tables.ts';
import type { FlatBlock } from '../markdown/lists.ts';
import { PLAIN, text, type Block, type Inline } from '../markdown/model.ts';
import { codePageDecoder } from '../ole/code-pages.ts';
import type { Pictures } from '../pictures.ts';
import { fontOf, headingLevel, type RtfFont, type RtfStyle } from './definitions.ts';
import { FIRST_PARAGRAPH, FIRST_STATE, type Destination, type GroupState, type ParagraphState } from './state.ts';
import { TableStack } from './tables.ts';
import type { RtfToken } from './tokens.ts';

/** Groups nest deeper only in files made to exhaust their reader. */
const MAX_DEPTH = 1000;

const DESTINATIONS: Readonly<Record<string, Destination>> = {
  fonttbl: 'font',
  stylesheet: 'style',
  fldinst: 'field-instruction',
  listtext: 'list-label',
  pntext: 'list-label',
  info: 'info',
  title: 'title',
  author: 'author',
  pict: 'picture',
};
const SKIPPED =
  /^(colortbl|header[lrf]?|footer[lrf]?|listtable|listoverridetable|revtbl|nonshppict|nonesttables|sp|ftnsep\w*|aftnsep\w*|xe|tc|themedata|datastore|object|objdata|do|atnid|atnauthor|annotation|bkmkstart|bkmkend|mmathPict)$/;
/** Optional groups that hold text or what is read. */
const KNOWN = /^(shppict|shpinst|shptxt|nesttableprops|fldinst|footnote|background)$/;
const SYMBOLS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '\u2014',
  endash: '\u2013',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  bullet: '\u2022',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};

export interface RtfContent {
  readonly blocks: readonly Block[];
  readonly notes: readonly Block[];
  readonly title: string;
  readonly author: string;
}

/** The text being written: the document's, or that of a note. */
interface Story {
  readonly tables: TableStack;
  line: Inline[];
  readonly depth: number;
  readonly label: string;
}

export class RtfReader {
  readonly #pictures: Pictures;
  readonly #fonts = new Map<number, RtfFont>();
  readonly #styles = new Map<number, RtfStyle>();
  readonly #notes: Block[] = [];
  readonly #stack: GroupState[] = [];
  readonly #stories: Story[] = [];
  #state: GroupState = { ...FIRST_STATE };
  #story: Story = { tables: new TableStack(), line: [], depth: 0, label: '' };
  #paragraph: ParagraphState = { ...FIRST_PARAGRAPH };
  #codePage = 1252;
  #bytes = '';
  #toSkip = 0;
  #collected = '';
  #characterSet = 0;
  #definition = 0;
  #outline: number | null = null;
  #links: { readonly depth: number; href: string | null }[] = [];
  #label = '';
  #cells: CellDefinition[] = [];
  #cell = { joinsLeft: false, joinsAbove: false };
  #left = 0;
  #isHeaderRow = false;
  #title = '';
  #author = '';
  #noteCount = 0;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  read(tokens: Iterable<RtfToken>): RtfContent {
    for (const token of tokens) {
      if (token.kind === 'text') this.#text(token.bytes);
      else if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') this.#close();
      else this.#control(token.word, token.value);
    }
    while (this.#stories.length > 0) this.#endNote();
    this.#endParagraph();
    return {
      blocks: this.#story.tables.finish(),
      notes: this.#notes,
      title: this.#title.trim(),
      author: this.#author.trim(),
    };
  }

  #open(): void {
    this.#flush();
    this.#stack.push(this.#state);
    const isTooDeep = this.#stack.length > MAX_DEPTH;
    this.#state = { ...this.#state, isOptional: false, ...(isTooDeep && { destination: 'skipped' as const }) };
    if (this.#stack.length > MAX_DEPTH * 100) this.#stack.length = MAX_DEPTH;
  }

  #close(): void {
    this.#flush();
    const closed = this.#state;
    const depth = this.#stack.length;
    this.#state = this.#stack.pop() ?? this.#state;
    this.#collect(closed.destination, this.#state.destination);
    if (this.#links.at(-1)?.depth === depth) this.#links.pop();
    if (this.#stories.length > 0 && this.#story.depth === depth) this.#endNote();
    this.#toSkip = 0;
  }

  /** A destination that ends gives what it has collected. */
  #collect(from: Destination, into: Destination): void {
    if (from === into && from !== 'font' && from !== 'style') return;
    const collected = this.#collected;
    switch (from) {
      case 'font':
        if (collected !== '')
          this.#fonts.set(this.#definition, fontOf(collected.replace(/;.*$/s, ''), this.#characterSet));
        break;
      case 'style':
        if (collected !== '') {
          this.#styles.set(this.#definition, { name: collected.replace(/;.*$/s, '').trim(), outline: this.#outline });
        }
        break;
      case 'field-instruction': {
        const link = this.#links.at(-1);
        if (link !== undefined) link.href ??= hyperlinkOf(collected);
        break;
      }
      case 'list-label':
        this.#label = collected.replace(/\s+/g, ' ').trim() || '\u2022';
        break;
      case 'picture':
        this.#picture(collected);
        break;
      case 'title':
        this.#title ||= collected;
        break;
      case 'author':
        this.#author ||= collected;
        break;
      case 'text':
      case 'skipped':
      case 'info':
        return;
    }
    this.#collected = '';
    this.#outline = null;
    this.#characterSet = 0;
    this.#definition = 0;
  }

  #picture(hex: string): void {
    const src = this.#pictures.add(Buffer.from(hex.replace(/[^\da-f]/gi, ''), 'hex'), 'image');
    if (src !== null) this.#story.line.push({ kind: 'image', alt: '', src, href: null });
  }

  #text(bytes: string): void {
    if (this.#state.destination === 'skipped') return;
    if (this.#state.destination === 'picture') {
      this.#collected += bytes;
      return;
    }
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    this.#bytes += bytes.slice(skipped);
  }

  /** Decodes the bytes that stand together: characters may have two. */
  #flush(): void {
    if (this.#bytes === '') return;
    const codePage = this.#fonts.get(this.#state.font)?.codePage ?? this.#codePage;
    const decoded = codePageDecoder(codePage)(Buffer.from(this.#bytes, 'latin1'));
    this.#bytes = '';
    this.#write(decoded);
  }

  #write(characters: string): void {
    const { destination, isHidden, format, font } = this.#state;
    if (destination === 'skipped' || destination === 'info') return;
    if (destination !== 'text') {
      this.#collected += characters;
      return;
    }
    if (isHidden) return;
    const href = this.#links.findLast((link) => link.href !== null)?.href ?? null;
    const code = this.#fonts.get(font)?.isMonospace ?? false;
    this.#story.line.push(text(characters, { ...format, href, code }));
  }

  #control(word: string, value: number | null): void {
    if (word === 'u' && value !== null) {
      this.#flush();
      this.#write(String.fromCharCode(value & 0xffff));
      this.#toSkip = this.#state.fallbackBytes;
      return;
    }
    if (this.#toSkip > 0 && word !== '*') this.#toSkip = Math.max(0, this.#toSkip - 1);
    const symbol = SYMBOLS[word];
    this.#flush();
    if (symbol !== undefined) this.#write(symbol);
    else if (word === '*') this.#state.isOptional = true;
    else if (!this.#enter(word)) this.#apply(word, value);
  }

  /** Whether the word begins a destination. */
  #enter(word: string): boolean {
    if (this.#state.destination === 'skipped') return true;
    const destination = DESTINATIONS[word];
    if (destination !== undefined) {
      this.#state.destination = destination;
      this.#collected = '';
      return true;
    }
    if (word === 'footnote') {
      this.#beginNote();
      return true;
    }
    if (word === 'field') {
      this.#links.push({ depth: this.#stack.length, href: null });
      return true;
    }
    if (SKIPPED.test(word) || (this.#state.isOptional && !KNOWN.test(word))) {
      this.#state.destination = 'skipped';
      return true;
    }
    this.#state.isOptional = false;
    return false;
  }

  #beginNote(): void {
    const label = String(++this.#noteCount);
    this.#story.line.push({ kind: 'note', label });
    this.#stories.push(this.#story);
    this.#story = { tables: new TableStack(), line: [], depth: this.#stack.length, label };
  }

  #endNote(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = { ...FIRST_PARAGRAPH };
    this.#endParagraph();
    this.#paragraph = paragraph;
    const blocks = this.#story.tables.finish();
    if (blocks.length > 0) this.#notes.push({ kind: 'note', label: this.#story.label, blocks });
    this.#story = this.#stories.pop() ?? this.#story;
  }

  #apply(word: string, value: number | null): void {
    const state = this.#state;
    const isOn = value !== 0;
    const format = (change: Partial<GroupState['format']>): void => {
      state.format = { ...state.format, ...change };
    };
    switch (word) {
      case 'ansicpg':
        this.#codePage = value ?? 1252;
        break;
      case 'mac':
        this.#codePage = 10000;
        break;
      case 'uc':
        state.fallbackBytes = Math.min(16, Math.max(0, value ?? 1));
        break;
      case 'f':
        if (state.destination === 'font') this.#definition = value ?? 0;
        else state.font = value ?? 0;
        break;
      case 'fcharset':
        this.#characterSet = value ?? 0;
        break;
      case 's':
        if (state.destination === 'style') this.#definition = value ?? 0;
        else this.#paragraph.style = value ?? 0;
        break;
      case 'outlinelevel':
        if (state.destination === 'style') this.#outline = value;
        else this.#paragraph.outline = value;
        break;
      case 'plain':
        state.format = PLAIN;
        state.isHidden = false;
        break;
      case 'b':
        format({ bold: isOn });
        break;
      case 'i':
        format({ italic: isOn });
        break;
      case 'strike':
      case 'striked':
        format({ strike: isOn });
        break;
      case 'super':
        format({ vertical: isOn ? 'sup' : null });
        break;
      case 'sub':
        format({ vertical: isOn ? 'sub' : null });
        break;
      case 'nosupersub':
        format({ vertical: null });
        break;
      case 'v':
      case 'deleted':
        state.isHidden = isOn;
        break;
      default:
        if (state.destination === 'text') this.#applyToParagraph(word, value);
    }
  }

  #applyToParagraph(word: string, value: number | null): void {
    const paragraph = this.#paragraph;
    switch (word) {
      case 'pard':
        this.#paragraph = { ...FIRST_PARAGRAPH };
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
        this.#story.line.push({ kind: 'break' });
        break;
      case 'par':
      case 'sect':
      case 'page':
      case '\n':
      case '\r':
        this.#endParagraph();
        break;
      default:
        this.#applyToTable(word, value);
    }
  }

  #applyToTable(word: string, value: number | null): void {
    const { tables } = this.#story;
    const depth = Math.max(1, this.#depth);
    switch (word) {
      case 'trowd':
        this.#cells = [];
        this.#left = 0;
        this.#isHeaderRow = false;
        break;
      case 'trleft':
        this.#left = value ?? 0;
        break;
      case 'trhdr':
        this.#isHeaderRow = true;
        break;
      case 'clmrg':
        this.#cell.joinsLeft = true;
        break;
      case 'clvmrg':
        this.#cell.joinsAbove = true;
        break;
      case 'cellx':
        this.#cells.push({ ...this.#cell, left: this.#left, right: value ?? 0 });
        this.#left = value ?? 0;
        this.#cell = { joinsLeft: false, joinsAbove: false };
        break;
      case 'cell':
        this.#paragraph.isInTable = true;
        this.#paragraph.depth = 1;
        this.#endParagraph();
        tables.endCell(1);
        break;
      case 'nestcell':
        this.#endParagraph();
        tables.endCell(depth);
        break;
      case 'row':
        tables.endRow(1, this.#cells, this.#isHeaderRow);
        break;
      case 'nestrow':
        tables.endRow(depth, this.#cells, this.#isHeaderRow);
        break;
      default:
    }
  }

  get #depth(): number {
    const { isInTable, depth } = this.#paragraph;
    return depth ?? (isInTable ? 1 : 0);
  }

  #endParagraph(): void {
    this.#flush();
    const { line } = this.#story;
    this.#story.line = [];
    const isVisible = line.some((inline) =>
      inline.kind === 'text' ? inline.text.trim() !== '' : inline.kind !== 'break',
    );
    if (isVisible) this.#story.tables.add(this.#blocks(line), this.#depth);
    this.#label = '';
  }

  #blocks(line: readonly Inline[]): FlatBlock[] {
    const { style, outline, list, level } = this.#paragraph;
    const number = this.#label === '' ? null : { list: String(list), level, label: labelText(this.#label) };
    const named = this.#styles.get(style);
    const rank = headingLevel(named, outline);
    if (rank > 0) return [heading(line, rank, number)];
    return number === null ? plainParagraph(line, named?.name ?? '') : [listItem(line, number)];
  }
}

/** A bullet has no label; only letters and digits are one. */
function labelText(label: string): string {
  return /[\p{L}\p{N}]/u.test(label) && label !== 'o' ? label : '';
}
