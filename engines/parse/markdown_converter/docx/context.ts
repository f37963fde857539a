/** Shared state of the Word document's readers. */
import type { ParseOptions } from '../../options.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { EmbeddedDocuments } from '../shared/ooxml/embedded.ts';
import type { OoxmlPackage, Relationship } from '../shared/ooxml/package.ts';
import type { XmlElement } from '../../documents/xml.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import type { BoundValues } from './bound-values.ts';
import type { FieldStack } from '../shared/word/fields.ts';
import type { NoteReferences } from './note-references.ts';
import type { Numbering } from './numbering.ts';
import type { StyleSheet } from './styles.ts';

export interface DocxContext {
  readonly file: OoxmlPackage;
  /** Part that refers to the others. */
  readonly mainPart: string;
  readonly options: ParseOptions;
  /** Relationships of the current part; notes have their own. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly styles: StyleSheet;
  readonly numbering: Numbering;
  readonly fields: FieldStack;
  readonly notes: NoteReferences;
  /** Identifiers of the comments that are written. */
  readonly comments: Set<string>;
  /** Parts of charts and diagrams that are written. */
  readonly shown: Set<string>;
  readonly bound: BoundValues;
  readonly pictures: PackagePictures;
  readonly embedded: EmbeddedDocuments;
  readonly omissions: Omissions;
  /** Offset of heading levels: 1 when the document has a title paragraph, else 0. */
  readonly headingShift: number;
  /** Reads the block content of an element: the body, a cell, a text box, a note. */
  readonly readBlocks: (parent: XmlElement | undefined, context: DocxContext) => Block[];
}
