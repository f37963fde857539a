/** A vocabulary, and the state that the readers of a document share. */
import type { Block, Format } from '../../documents/markdown/model.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import type { Notes } from '../../documents/markdown/notes.ts';
import type { XmlElement } from '../../documents/xml.ts';
import type { BlockRole, InlineRole } from './roles.ts';

export type Facts = Partial<Pick<ParsedDocument, 'title' | 'authors' | 'language' | 'createdAt' | 'properties'>>;

/** Reads one element. `level` is that of a title in it; `null` where a title is no heading. */
export type Special = (element: XmlElement, level: number | null, context: XmlContext) => Block[];

/** Elements without a role are containers if they hold blocks, else text. */
export interface Vocabulary {
  readonly blocks: ReadonlyMap<string, BlockRole>;
  /** Elements that no role describes; these are blocks, too. */
  readonly special: ReadonlyMap<string, Special>;
  readonly inline: ReadonlyMap<string, InlineRole>;
  readonly facts: (root: XmlElement) => Facts;
}

export interface XmlContext {
  readonly vocabulary: Vocabulary;
  readonly notes: Notes;
  /** The content of an element as blocks. `level` is that of a title in it; `null` where a title is no heading. */
  readonly flow: (parent: XmlElement, format: Format, level: number | null) => Block[];
  /** Title of the element with this identifier; empty when unknown. */
  readonly titleOf: (id: string) => string;
  /** Address for Markdown of a picture in the file or elsewhere; `null` when it is not stored. */
  readonly pictureAt: (address: string) => string | null;
  /** Whether an element holds a block. Cached, because each level of nesting asks again. */
  readonly holdsBlock: (element: XmlElement) => boolean;
}
