/** Processes the tokens of a file: groups, destinations and characters. */
import type { ParseOptions } from '../../options.ts';
import { text, type Block } from '../../documents/markdown/model.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import { symbolText } from '../../documents/symbol-fonts.ts';
import type { Pictures } from '../shared/pictures.ts';
import { Omissions } from '../../documents/omissions.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { BOXES, CHARACTERS, destinationOf, isFact, OMITTED, type Destination, type Fact } from './control-words.ts';
import { decodeRun, Definitions } from './definitions.ts';
import { Fields } from './fields.ts';
import { changeOf, FIRST_STATE, type GroupState } from './group-state.ts';
import { PAGE_HEADS, PageHeads, printedField } from './page-heads.ts';
import { Shapes } from './shapes.ts';
import { StoryWriter } from './story.ts';
import type { RtfToken } from './tokens.ts';

/** Deeper nesting is an attack. */
const MAX_DEPTH = 1000;

export interface RtfContent {
  readonly blocks: readonly Block[];
  readonly notes: readonly Block[];
  /** Without those that are empty. */
  readonly facts: ReadonlyMap<Fact, string>;
  /** Properties that a user defined. */
  readonly own: ReadonlyMap<string, string>;
  readonly omissions: Omissions;
}

export type RtfOptions = Pick<ParseOptions, 'comments' | 'headers' | 'hidden' | 'tracked_changes'>;

export class RtfReader {
  readonly #pictures: Pictures;
  readonly #options: RtfOptions;
  readonly #omissions = new Omissions('document');
  readonly #definitions = new Definitions();
  readonly #story = new StoryWriter(this.#definitions);
  readonly #groups: GroupState[] = [];
  #state: GroupState = { ...FIRST_STATE };
  /** Undecoded text, one character per byte. */
  #bytes = '';
  /** Number of upcoming fallback bytes and words to skip. */
  #toSkip = 0;
  /** Text of the open destination. */
  #collected = '';
  readonly #fields = new Fields();
  readonly #shapes = new Shapes();
  readonly #facts = new Map<Fact, string>();
  readonly #own = new Map<string, string>();
  /** Name of the next property. */
  #property = '';
  readonly #heads: PageHeads;
  /** Whether the text is that of a head or foot of pages. */
  #isHead = false;
  #commentAuthor = '';

  constructor(pictures: Pictures, options: RtfOptions) {
    this.#pictures = pictures;
    this.#options = options;
    this.#heads = new PageHeads(options.headers === 'keep');
  }

  read(tokens: Iterable<RtfToken>): RtfContent {
    for (const token of tokens) {
      if (token.kind === 'text') this.#text(token.bytes);
      else if (token.kind === 'open') this.#open();
      else if (token.kind === 'control') this.#control(token.word, token.value);
      else {
        this.#close();
        // What some programs write behind it is no text.
        if (token.isLast && this.#groups.length === 0) break;
      }
    }
    this.#flush();
    const { blocks, notes } = this.#story.finish();
    const { head, foot } = pageHeaders(this.#heads.codes, this.#options.headers, new Set());
    const [facts, own, omissions] = [this.#facts, this.#own, this.#omissions];
    return { blocks: [...head, ...blocks, ...foot], notes, facts, own, omissions };
  }

  #open(): void {
    this.#flush();
    this.#groups.push(this.#state);
    const isTooDeep = this.#groups.length > MAX_DEPTH;
    this.#state = { ...this.#state, isOptional: false, ...(isTooDeep && { destination: 'skipped' as const }) };
    if (this.#groups.length > MAX_DEPTH * 100) this.#groups.length = MAX_DEPTH;
  }

  #close(): void {
    this.#flush();
    const closed = this.#state;
    const depth = this.#groups.length;
    this.#state = this.#groups.pop() ?? this.#state;
    this.#endDestination(closed.destination, this.#state.destination);
    this.#endShape(depth);
    const { destination, format, isHidden, isDeleted } = this.#state;
    const shown = this.#fields.end(depth, this.#story.line, format);
    if (destination === 'text' && !isDeleted && (!isHidden || this.#options.hidden))
      for (const inline of shown) this.#story.add(inline);
    this.#story.endGroup(depth);
    this.#toSkip = 0;
  }

  /**
   * Completes a destination with its collected text. Each font and style is a separate group in the same destination.
   */
  #endDestination(from: Destination, into: Destination): void {
    if (from === into && from !== 'font' && from !== 'style') return;
    const collected = this.#collected;
    switch (from) {
      case 'font':
      case 'style':
        this.#definitions.add(from, collected);
        break;
      case 'field-instruction':
        this.#fields.addInstruction(collected);
        break;
      case 'form-entry':
        this.#fields.addEntry(collected);
        break;
      case 'form-default':
        this.#fields.setDefault(collected);
        break;
      case 'list-label':
        this.#story.setLabel(collected);
        break;
      case 'picture':
        this.#picture(collected);
        break;
      case 'comment-author':
        this.#commentAuthor = collected;
        break;
      case 'property-name':
        this.#property = collected;
        break;
      case 'property-value':
        this.#own.set(this.#property, collected);
        break;
      case 'shape-name':
        this.#shapes.setName(collected);
        break;
      case 'shape-value':
        this.#shapes.setValue(collected);
        break;
      case 'text':
      case 'skipped':
      case 'info':
        return;
      default:
        if (isFact(from) && !this.#facts.has(from) && collected.trim() !== '') this.#facts.set(from, collected.trim());
    }
    this.#collected = '';
    this.#definitions.beginNext();
  }

  #picture(hex: string): void {
    if (!this.#shapes.isShown) return;
    if (this.#isHead) {
      if (this.#options.headers !== 'drop') this.#omissions.leaveOut('pictures in heads and feet of pages');
      return;
    }
    const src = this.#pictures.show(Buffer.from(hex.replace(/[^\da-f]/gi, ''), 'hex'), 'image');
    if (src !== null) this.#shapes.setPicture(src);
  }

  /** Writes what the shape that ends with its group shows; watermarks in heads of pages are left out. */
  #endShape(depth: number): void {
    const shape = this.#shapes.end(depth);
    if (shape === null || this.#isHead) return;
    const { picture, description, wordArt } = shape;
    if (picture !== null) this.#story.add({ kind: 'image', alt: description, src: picture, href: null });
    const words = picture === null && description !== wordArt ? [description, wordArt] : [wordArt];
    this.#story.anchor(plainParagraphs(words));
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

  /** Decodes consecutive bytes, since characters may have two. */
  #flush(): void {
    if (this.#bytes === '') return;
    const decoded = decodeRun(Buffer.from(this.#bytes, 'latin1'), this.#definitions.codePageOf(this.#state.font));
    this.#bytes = '';
    this.#write(decoded);
  }

  #write(characters: string): void {
    const { destination, isHidden, isDeleted, format, font } = this.#state;
    if (destination === 'skipped' || destination === 'info') return;
    if (destination !== 'text') {
      this.#collected += characters;
      return;
    }
    if (isDeleted) return;
    if (isHidden && !this.#options.hidden) {
      if (characters.trim() !== '') this.#omissions.hide('texts');
      return;
    }
    const { href, code } = this.#fields;
    if (this.#isHead && code !== null) {
      this.#story.add(text(printedField(code)));
      return;
    }
    const shown = symbolText(characters, this.#definitions.fontName(font));
    this.#story.add(text(shown, { ...format, href, code: this.#definitions.isMonospace(font) }));
  }

  #control(word: string, value: number | null): void {
    if (word === 'u' && value !== null) {
      this.#flush();
      this.#write(String.fromCharCode(value & 0xffff));
      this.#toSkip = this.#state.fallbackBytes;
      return;
    }
    if (this.#toSkip > 0 && word !== '*') this.#toSkip = Math.max(0, this.#toSkip - 1);
    this.#flush();
    const character = CHARACTERS.get(word);
    if (character !== undefined) this.#write(character);
    else if (word === '*') this.#state.isOptional = true;
    else if (!this.#enter(word)) this.#apply(word, value);
  }

  /** Whether the word starts a destination or is inside a skipped one. */
  #enter(word: string): boolean {
    const state = this.#state;
    if (state.destination === 'skipped') return true;
    if (word === 'shp' || word === 'pict') this.#shapes.begin(this.#groups.length);
    const omitted = OMITTED.get(word);
    if (omitted !== undefined) this.#omissions.leaveOut(omitted);
    if (this.#enterBeside(word)) return true;
    if (word === 'footnote') {
      this.#story.beginNote(this.#groups.length);
      return true;
    }
    if (word === 'field') {
      this.#fields.begin(this.#groups.length, this.#story.line);
      return true;
    }
    const destination = destinationOf(word, state.isOptional);
    // The words after the first do not start a destination.
    state.isOptional = false;
    if (destination === null) return false;
    if (destination !== 'skipped') this.#collected = '';
    state.destination = destination;
    return true;
  }

  /** Whether the word starts a text beside the others: a head or foot of pages, or a comment. */
  #enterBeside(word: string): boolean {
    const kind = PAGE_HEADS.get(word);
    if (kind !== undefined && !this.#isHead) {
      this.#isHead = true;
      this.#story.begin(this.#groups.length, (blocks) => {
        this.#isHead = false;
        this.#heads.add(kind, blocks);
      });
      return true;
    }
    if (BOXES.has(word)) {
      this.#state.isOptional = false;
      this.#story.begin(this.#groups.length, (blocks) => this.#story.anchor(blocks));
      return true;
    }
    if (word !== 'annotation') return false;
    this.#state.isOptional = false;
    const { comments } = this.#options;
    this.#story.begin(this.#groups.length, (blocks) => {
      if (comments) this.#story.anchor(commentBlocks({ author: this.#commentAuthor, time: '' }, blocks));
    });
    return true;
  }

  #apply(word: string, value: number | null): void {
    const state = this.#state;
    if (this.#definitions.apply(word, value, state.destination) || this.#fields.apply(word, value)) return;
    const change = changeOf(word, value, state, this.#options.tracked_changes);
    if (change !== null) this.#state = { ...state, ...change };
    // The label of a list item may set the style of the paragraph.
    else if (state.destination === 'text' || word === 's' || word === 'outlinelevel') this.#story.apply(word, value);
  }
}
