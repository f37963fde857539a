/** Shared state of the slide's readers. */
import type { EmbeddedDocuments } from '../shared/ooxml/embedded.ts';
import type { OoxmlPackage, Relationship } from '../shared/ooxml/package.ts';
import type { XmlElement } from '../../documents/xml.ts';
import type { ParseOptions } from '../../options.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import type { SlideFurniture } from '../shared/slide-furniture.ts';

/** A layout or master with its own relationships. */
export interface Layout {
  readonly element: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** In EMU. */
export interface SlideSize {
  readonly width: number;
  readonly height: number;
}

export interface SlideContext {
  readonly file: OoxmlPackage;
  /** Number of the slide, from 1. */
  readonly page: number;
  /** Relationships of the slide. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** Sources of placeholder inheritance, nearest first: the slide's layout and master. */
  readonly layouts: readonly Layout[];
  readonly pictures: PackagePictures;
  readonly embedded: EmbeddedDocuments;
  readonly omissions: Omissions;
  readonly options: ParseOptions;
  readonly furniture: SlideFurniture;
  /** `null` when the file does not say it. */
  readonly size: SlideSize | null;
}
