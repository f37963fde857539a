/** PowerPoint 97-2007 presentations (PPT) to Markdown, read straight from their records. Slides are the pages. */
import { ServiceError } from '../../../../platform/errors.ts';
import { documentOf } from '../../document.ts';
import { wantedPages } from '../../options.ts';
import type { PageSpan, ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../types.ts';
import { writeBlocks } from '../markdown/blocks.ts';
import { headingTitle, type Block } from '../markdown/model.ts';
import type { CompoundEntry } from '../ole/compound-file.ts';
import { readSummary } from '../ole/summary.ts';
import { Pictures } from '../pictures.ts';
import { openPresentation, readHyperlinks } from './presentation.ts';
import { isHidden, readSlide, type PptContext } from './slides.ts';
import { PictureStore } from './picture-store.ts';

/** Throws `encrypted`, `corrupt`, and `empty` when no wanted slide says anything. */
export function convertPpt(root: CompoundEntry, { options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const presentation = openPresentation(root);
  const { pages: wanted, omitted } = wantedPages(options, presentation.slides.length);
  const pictures = new Pictures(options);
  const context: PptContext = {
    presentation,
    hyperlinks: readHyperlinks(presentation.document),
    store: new PictureStore(presentation),
    pictures,
    showsNotes: options.notes,
  };
  const warnings: ParseWarning[] = [];
  const pages: PageSpan[] = [];
  const all: Block[] = [];
  let markdown = '';
  let hidden = 0;
  for (const page of wanted) {
    signal.throwIfAborted();
    const slide = presentation.slides[page - 1];
    if (slide === undefined) continue;
    if (isHidden(slide) && !options.hidden) {
      hidden++;
      continue;
    }
    const blocks = readSlide(slide, page, context);
    all.push(...blocks);
    const written = writeBlocks(blocks, options.tables);
    const start = markdown === '' || written === '' ? markdown.length : markdown.length + 2;
    if (written !== '') markdown += `${markdown === '' ? '' : '\n\n'}${written}`;
    pages.push({ page, start, end: start + written.length });
  }
  if (markdown === '') throw new ServiceError('empty', 'The presentation shows nothing.');
  if (omitted > 0)
    warnings.push({ code: 'pages_omitted', message: `Slides beyond the limit: ${omitted}.`, page: null });
  if (hidden > 0) warnings.push({ code: 'hidden_omitted', message: `Hidden slides left out: ${hidden}.`, page: null });
  const summary = readSummary(root);
  return documentOf(`${markdown}\n`, {
    ...summary,
    title: summary.title ?? headingTitle(all),
    pages,
    images: pictures.all,
    warnings,
  });
}
