/** Presentations (PPTX) to Markdown, read straight from their XML. Slides are the pages. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { wantedPages } from '../../options.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { convertEmbedded } from '../shared/ooxml/embedded.ts';
import { openPackage, type OoxmlPackage } from '../shared/ooxml/package.ts';
import { readCoreProperties } from '../shared/ooxml/properties.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { Omissions } from '../../documents/omissions.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { SlideFurniture } from '../shared/slide-furniture.ts';
import { writeSlides, type SlideContent } from '../shared/slides.ts';
import { readShape } from './content.ts';
import type { Layout, SlideContext, SlideSize } from './context.ts';
import { layoutBlocks } from './furniture.ts';
import { readAuthors, readComments, readNotes } from './notes.ts';
import { Sections } from './sections.ts';
import { shapesOf } from './shapes.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when no requested slide has content. */
export async function convertPptx(
  { bytes, options }: ParseInput,
  { signal }: ParseContext,
  convertNested: ConvertNested,
): Promise<ParsedDocument> {
  const file = openPackage(bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'ppt/presentation.xml';
  const presentation = file.xml(mainPart);
  if (presentation?.name !== 'p:presentation') throw new ServiceError('corrupt', 'The file contains no presentation.');

  const authors = readAuthors(authorsPart(file, mainPart));
  const pictures = new PackagePictures(options, file.read);
  const slides = slideParts(file, mainPart, presentation);
  const shown = wantedPages(options, slides.length).pages.flatMap((page) => {
    const part = slides[page - 1] ?? '';
    const slide = file.xml(part);
    return slide === null || (isHidden(slide) && !options.hidden) ? [] : [part];
  });
  const omissions = new Omissions('presentation');
  const embedded = await convertEmbedded(file, shown, omissions, convertNested);
  const furniture = new SlideFurniture(options);
  const sections = new Sections(presentation, file.relationships(mainPart));
  const size = sizeOf(presentation);
  const read = (part: string, page: number): SlideContent => {
    const slide = file.xml(part);
    if (slide === null) return 'missing';
    if (isHidden(slide) && !options.hidden) return 'hidden';
    const context = slideContext(file, part, { page, pictures, embedded, omissions, options, furniture, size });
    return [
      ...sections.begin(part),
      ...shapesOf(slide, context).flatMap((shape) => readShape(shape, context)),
      ...layoutBlocks(slide, context),
      ...(options.notes ? readNotes(context) : []),
      ...(options.comments ? readComments(context, authors) : []),
    ];
  };
  const { markdown, blocks, pages, warnings } = writeSlides(slides, read, options, omissions, signal);
  if (markdown === '') throw omissions.empty('The presentation has no visible content.');

  const core = readCoreProperties(file);
  return documentOf(`${markdown}\n`, {
    ...core,
    title: isName(core.title) ? core.title : headingTitle(blocks),
    pages,
    images: [...pictures.images, ...embedded.images],
    warnings: [...warnings, ...pictures.warnings, ...embedded.warnings, ...omissions.warnings],
  });
}

/** Programs give new presentations a meaningless default title. */
function isName(title: string | null): boolean {
  return (
    title !== null &&
    !/^(powerpoint[ -]|microsoft powerpoint - )?(presentation|pr\u00e4sentation|pr\u00e9sentation|presentaci\u00f3n)\s*\d*$/i.test(
      title,
    )
  );
}

/** Parts of the slides in presentation order. */
function slideParts(file: OoxmlPackage, mainPart: string, presentation: XmlElement): string[] {
  const relationships = file.relationships(mainPart);
  const parts = childrenOf(descend(presentation, 'p:sldIdLst'), 'p:sldId').map(
    ({ attributes }) => relationships.get(attributes['r:id'] ?? '')?.target ?? '',
  );
  return [...new Set(parts)];
}

const isHidden = (slide: XmlElement): boolean => /^(0|false)$/.test(slide.attributes['show'] ?? '');

function slideContext(
  file: OoxmlPackage,
  part: string,
  settings: Omit<SlideContext, 'file' | 'relationships' | 'layouts'>,
): SlideContext {
  const layoutPart = file.related(part, 'slideLayout');
  const masterPart = layoutPart === null ? null : file.related(layoutPart, 'slideMaster');
  const layouts = [layoutPart, masterPart].flatMap((name): Layout[] => {
    const element = name === null ? null : file.xml(name);
    return name === null || element === null ? [] : [{ element, relationships: file.relationships(name) }];
  });
  return { ...settings, file, relationships: file.relationships(part), layouts };
}

function sizeOf(presentation: XmlElement): SlideSize | null {
  const { cx, cy } = descend(presentation, 'p:sldSz')?.attributes ?? {};
  const [width, height] = [Number(cx), Number(cy)];
  return width > 0 && height > 0 ? { width, height } : null;
}

function authorsPart(file: OoxmlPackage, mainPart: string): XmlElement | null {
  const part = file.related(mainPart, 'commentAuthors') ?? file.related(mainPart, 'authors');
  return part === null ? null : file.xml(part);
}
