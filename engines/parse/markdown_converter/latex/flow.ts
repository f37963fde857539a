/** Blocks in the making: a paragraph grows until a block or a break ends it. */
import { text, type Block, type Format, type Inline } from '../../documents/markdown/model.ts';
import { append } from '../../documents/append.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';

export class Flow {
  readonly #blocks: Block[] = [];
  #line: Inline[] = [];

  add(inline: readonly Inline[]): void {
    append(this.#line, inline);
  }

  text(words: string, format: Format): void {
    this.#line.push(text(words, format));
  }

  endParagraph(): void {
    append(this.#blocks, paragraphOf(this.#line));
    this.#line = [];
  }

  block(blocks: readonly Block[]): void {
    this.endParagraph();
    append(this.#blocks, blocks);
  }

  /** All blocks; ends the paragraph. */
  get blocks(): Block[] {
    this.endParagraph();
    return this.#blocks;
  }

  /** The content on one line, for headings. */
  get inline(): Inline[] {
    return this.blocks.flatMap((block, index) =>
      block.kind === 'paragraph' ? [...(index === 0 ? [] : [text(' ')]), ...block.content] : [],
    );
  }
}
