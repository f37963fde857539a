/** Writes the slides of a presentation of any format as Markdown. Slides are the pages. */
import { wantedPages, type ParseOptions } from '../../options.ts';
import { assertOutput } from '../../documents/output-limit.ts';
import type { Omissions } from '../../documents/omissions.ts';
import type { PageSpan, ParseWarning } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { append } from '../../documents/append.ts';

/** Content of a slide, or why it is omitted. */
export type SlideContent = readonly Block[] | 'hidden' | 'missing';

export interface SlidesMarkdown {
  /** Empty when no requested slide has content. */
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
  readonly warnings: readonly ParseWarning[];
}

/** Writes the requested slides. `read` is called only for these, in order; `page` counts from 1. */
export function writeSlides<Slide>(
  slides: readonly Slide[],
  read: (slide: Slide, page: number) => SlideContent,
  options: ParseOptions,
  omissions: Omissions,
  signal: AbortSignal,
): SlidesMarkdown {
  const { pages: wanted, omitted } = wantedPages(options, slides.length);
  const warnings: ParseWarning[] = [];
  const pages: PageSpan[] = [];
  const blocks: Block[] = [];
  let markdown = '';
  for (const page of wanted) {
    signal.throwIfAborted();
    const slide = slides[page - 1];
    const content = slide === undefined ? 'missing' : read(slide, page);
    if (content === 'missing') {
      warnings.push({ code: 'page_unreadable', message: 'The slide is missing from the file.', page });
    } else if (content === 'hidden') {
      omissions.hide('slides');
    } else {
      append(blocks, content);
      const written = writeBlocks(content, options.tables);
      if (markdown !== '' && written !== '') markdown += '\n\n';
      pages.push({ page, start: markdown.length, end: markdown.length + written.length });
      markdown += written;
      assertOutput(markdown.length);
    }
  }
  if (omitted > 0)
    warnings.push({ code: 'pages_omitted', message: `Slides beyond the limit: ${omitted}.`, page: null });
  return { markdown, blocks, pages, warnings };
}
