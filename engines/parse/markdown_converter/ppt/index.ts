/** PowerPoint 97-2007 presentations (PPT) to Markdown, read straight from their records. Slides are the pages. */
import { documentOf } from '../../documents/document.ts';
import { Omissions } from '../../documents/omissions.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import type { CompoundEntry } from '../shared/ole/compound-file.ts';
import { readSummary } from '../shared/ole/summary.ts';
import { Pictures } from '../shared/pictures.ts';
import { SlideFurniture } from '../shared/slide-furniture.ts';
import { writeSlides, type SlideContent } from '../shared/slides.ts';
import { openPresentation, readHyperlinks, type SlideEntry } from './presentation.ts';
import type { PptContext } from './context.ts';
import { isHidden, readSlide } from './slides.ts';
import { PictureStore } from './picture-store.ts';

/** Throws `encrypted`, `corrupt`, and `empty` when no requested slide has content. */
export function convertPpt(root: CompoundEntry, { options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const presentation = openPresentation(root);
  const pictures = new Pictures(options);
  const context: PptContext = {
    presentation,
    hyperlinks: readHyperlinks(presentation.document),
    store: new PictureStore(presentation),
    pictures,
    showsNotes: options.notes,
    furniture: new SlideFurniture(options),
  };
  const omissions = new Omissions('presentation');
  const read = (slide: SlideEntry, page: number): SlideContent =>
    isHidden(slide) && !options.hidden ? 'hidden' : readSlide(slide, page, context);
  const { markdown, blocks, pages, warnings } = writeSlides(presentation.slides, read, options, omissions, signal);
  if (markdown === '') throw omissions.empty('The presentation has no visible content.');
  const summary = readSummary(root);
  return documentOf(`${markdown}\n`, {
    ...summary,
    title: summary.title ?? headingTitle(blocks),
    pages,
    images: pictures.all,
    warnings: [...warnings, ...pictures.warnings, ...omissions.warnings],
  });
}
