/** What the reading of a presentation needs of the file as a whole, and the state that its slides share. */
import type { Pictures } from '../shared/pictures.ts';
import type { SlideFurniture } from '../shared/slide-furniture.ts';
import type { PictureStore } from './picture-store.ts';
import type { Presentation } from './presentation.ts';

export interface PptContext {
  readonly presentation: Presentation;
  readonly hyperlinks: ReadonlyMap<number, string>;
  readonly store: PictureStore;
  readonly pictures: Pictures;
  readonly showsNotes: boolean;
  readonly furniture: SlideFurniture;
}
