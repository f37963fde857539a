/** Presentations (PPTX) to Markdown, read straight from their XML. Slides are the pages. */
import { ServiceError } from '../../../../platform/errors.ts';
import { documentOf } from '../../document.ts';
import { wantedPages } from '../../options.ts';
import type { PageSpan, ParseContext, ParsedDocument, ParseInput, ParseWarning } from '../../types.ts';
import { writeBlocks } from '../markdown/blocks.ts';
import { headingTitle, type Block } from '../markdown/model.ts';
import { openPackage, type OoxmlPackage } from '../ooxml/package.ts';
import { readCoreProperties } from '../ooxml/properties.ts';
import { childrenOf, descend, type XmlElement } from '../ooxml/xml.ts';
import { PackagePictures } from '../package-pictures.ts';
import { readShape } from './content.ts';
import type { SlideContext } from './context.ts';
import { readAuthors, readComments, readNotes } from './notes.ts';
import { shapesOf } from './shapes.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when no wanted slide says anything. */
export function convertPptx({ bytes, options }: ParseInput, { signal }: ParseContext): ParsedDocument {
  const file = openPackage(bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'ppt/presentation.xml';
  const presentation = file.xml(mainPart);
  if (presentation?.name !== 'p:presentation') throw new ServiceError('corrupt', 'The file holds no presentation.');

  const parts = slideParts(file, mainPart, presentation);
  const { pages: wanted, omitted } = wantedPages(options, parts.length);
  const authors = readAuthors(authorsPart(file, mainPart));
  const pictures = new PackagePictures(options, file.read);
  const warnings: ParseWarning[] = [];
  const pages: PageSpan[] = [];
  const all: Block[] = [];
  let markdown = '';
  let hidden = 0;
  for (const page of wanted) {
    signal.throwIfAborted();
    const part = parts[page - 1] ?? '';
    const slide = file.xml(part);
    if (slide === null) {
      warnings.push({ code: 'page_unreadable', message: 'The slide is missing in the file.', page });
      continue;
    }
    if (isHidden(slide) && !options.hidden) {
      hidden++;
      continue;
    }
    const context = slideContext(file, part, page, pictures);
    const blocks = [
      ...shapesOf(slide, context.layouts).flatMap((shape) => readShape(shape, context)),
      ...(options.notes ? readNotes(context) : []),
      ...(options.comments ? readComments(context, authors) : []),
    ];
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

  const core = readCoreProperties(file);
  return documentOf(`${markdown}\n`, {
    ...core,
    title: isName(core.title) ? core.title : headingTitle(all),
    pages,
    images: pictures.images,
    warnings: [...warnings, ...pictures.warnings],
  });
}

/** Programs give new presentations a title that names nothing. */
function isName(title: string | null): boolean {
  return (
    title !== null &&
    !/^(powerpoint[ -]|microsoft powerpoint - )?(presentation|pr\u00e4sentation|pr\u00e9sentation|presentaci\u00f3n)\s*\d*$/i.test(
      title,
    )
  );
}

/** Parts of the slides in the order in which they are shown. */
function slideParts(file: OoxmlPackage, mainPart: string, presentation: XmlElement): string[] {
  const relationships = file.relationships(mainPart);
  const parts = childrenOf(descend(presentation, 'p:sldIdLst'), 'p:sldId').map(
    ({ attributes }) => relationships.get(attributes['r:id'] ?? '')?.target ?? '',
  );
  return [...new Set(parts)];
}

const isHidden = (slide: XmlElement): boolean => /^(0|false)$/.test(slide.attributes['show'] ?? '');

function slideContext(file: OoxmlPackage, part: string, page: number, pictures: PackagePictures): SlideContext {
  const layoutPart = file.related(part, 'slideLayout');
  const masterPart = layoutPart === null ? null : file.related(layoutPart, 'slideMaster');
  const layouts = [layoutPart, masterPart].flatMap((name) => (name === null ? [] : [file.xml(name)]));
  return {
    file,
    page,
    relationships: file.relationships(part),
    layouts: layouts.filter((layout) => layout !== null),
    pictures,
  };
}

function authorsPart(file: OoxmlPackage, mainPart: string): XmlElement | null {
  const part = file.related(mainPart, 'commentAuthors') ?? file.related(mainPart, 'authors');
  return part === null ? null : file.xml(part);
}
