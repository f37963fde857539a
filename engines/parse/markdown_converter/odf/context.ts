/** Shared state of the OpenDocument readers. */
import type { ParseOptions } from '../../options.ts';
import type { Block, Inline } from '../../documents/markdown/model.ts';
import type { XmlElement } from '../../documents/xml.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { ListCounters } from './lists.ts';
import type { OdfPackage } from './package.ts';
import type { StyleSheet } from './styles.ts';
import type { TrackedChanges } from './tracked-changes.ts';

export interface OdfContext {
  readonly file: OdfPackage;
  readonly styles: StyleSheet;
  readonly pictures: PackagePictures;
  readonly options: ParseOptions;
  readonly counters: ListCounters;
  readonly changes: TrackedChanges;
  readonly omissions: Omissions;
  /** Form controls by their identifier. */
  readonly controls: ReadonlyMap<string, XmlElement>;
  /** Parts of objects, and identifiers of controls, that are written. */
  readonly shown: Set<string>;
  /** Footnotes and endnotes read so far, in the order of their references. */
  readonly notes: Block[];
  /** Offset of heading levels: 1 when the document has a title paragraph, else 0. */
  readonly headingShift: number;
  /** Current slide, from 1; `null` in documents without slides. */
  readonly page: number | null;
  /** Names of the sheets whose cells are written. */
  readonly shownSheets: ReadonlySet<string>;
  /** Reads the block content of an element: the body, a cell, a text box, a note. */
  readonly readBlocks: (parent: XmlElement | undefined, context: OdfContext) => Block[];
}

/** Content of a paragraph or shape: inline content, and the anchored objects that follow it. */
export interface InlineContent {
  readonly line: Inline[];
  readonly anchored: Block[];
}
