/** Shared state of the document's readers. */
import type { FieldStack } from '../shared/word/fields.ts';
import type { List } from '../shared/word/list-counters.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { Pictures } from '../shared/pictures.ts';
import type { DocFile } from './file.ts';
import type { FormattedRun } from './formatted-pages.ts';
import type { ParagraphProperties } from './paragraph-properties.ts';
import type { DocStyles } from './styles.ts';
import type { DocText } from './text.ts';

/** A range of the text, in characters. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Paragraph extends Range {
  /** The mark that ends it, empty at the end of the text. */
  readonly mark: string;
  readonly properties: ParagraphProperties;
}

export interface DocContext {
  readonly file: DocFile;
  readonly text: DocText;
  readonly paragraphRuns: readonly FormattedRun[];
  readonly characterRuns: readonly FormattedRun[];
  readonly styles: DocStyles;
  readonly fonts: readonly string[];
  readonly lists: ReadonlyMap<number, List>;
  readonly counters: Map<string, Map<number, number>>;
  readonly fields: FieldStack;
  readonly pictures: Pictures;
  /** Offset of heading levels: 1 when the document has a title paragraph, else 0. */
  readonly headingShift: number;
  readonly showsDeletions: boolean;
  readonly showsHidden: boolean;
  readonly omissions: Omissions;
  /** Label of the note referenced at a position, or `null`. */
  readonly noteAt: (place: number) => string | null;
  /** Text box anchored at a position, or `null`. */
  readonly textBoxAt: (place: number) => Range | null;
  readonly readBlocks: (range: Range, context: DocContext) => Block[];
  /** Blocks of paragraphs at table depth `depth`; deeper paragraphs become nested tables. */
  readonly blocksOf: (paragraphs: readonly Paragraph[], depth: number, context: DocContext) => Block[];
}
