/** Word documents (DOCX) to Markdown, read straight from their XML. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { convertEmbedded } from '../shared/ooxml/embedded.ts';
import { openPackage, type OoxmlPackage } from '../shared/ooxml/package.ts';
import { readCoreProperties } from '../shared/ooxml/properties.ts';
import { childrenBy, childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { Omissions } from '../../documents/omissions.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { readBlocks } from './blocks.ts';
import { BoundValues } from './bound-values.ts';
import type { DocxContext } from './context.ts';
import { FieldStack } from '../shared/word/fields.ts';
import { NoteReferences } from './note-references.ts';
import { readNumbering } from './numbering.ts';
import { readHeaders } from './page-headers.ts';
import { isTitle, readStyles } from './styles.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when there is neither text nor a picture. */
export async function convertDocx(input: ParseInput, convertNested: ConvertNested): Promise<ParsedDocument> {
  const file = openPackage(input.bytes);
  const mainPart = file.related('', 'officeDocument') ?? 'word/document.xml';
  const body = descend(file.xml(mainPart) ?? undefined, 'w:body');
  if (body === undefined) throw new ServiceError('corrupt', 'The file contains no Word document.');

  const pictures = new PackagePictures(input.options, file.read);
  const omissions = new Omissions('document');
  const embedded = await convertEmbedded(file, textParts(file, mainPart), omissions, convertNested);
  const context = createContext(file, mainPart, body, { options: input.options, pictures, embedded, omissions });
  const blocks = readBlocks(body, context);
  const { heads, feet } = readHeaders(body, context);
  countUnreferred(context);
  const markdown = writeBlocks([...heads, ...blocks, ...feet, ...readNotes(context)], input.options.tables);
  if (markdown === '') throw omissions.empty('The document contains no text.');
  const core = readCoreProperties(file);
  return documentOf(`${markdown}\n`, {
    ...core,
    title: core.title ?? headingTitle(blocks),
    images: [...pictures.images, ...embedded.images],
    warnings: [...pictures.warnings, ...embedded.warnings, ...omissions.warnings],
  });
}

/** The parts with text that is shown: the main part, heads and feet, notes. */
function textParts(file: OoxmlPackage, mainPart: string): string[] {
  const others = [...file.relationships(mainPart).values()].filter(({ type }) =>
    /^(header|footer|footnotes|endnotes)$/.test(type),
  );
  return [mainPart, ...others.map(({ target }) => target)];
}

function createContext(
  file: OoxmlPackage,
  mainPart: string,
  body: XmlElement,
  settings: Pick<DocxContext, 'options' | 'pictures' | 'embedded' | 'omissions'>,
): DocxContext {
  const related = (type: string, usual: string): XmlElement | null => file.xml(file.related(mainPart, type) ?? usual);
  const styles = readStyles(related('styles', 'word/styles.xml'));
  const hasTitle = [...walk(body)].some((element) => element.name === 'w:pPr' && isTitle(element, styles));
  return {
    ...settings,
    file,
    mainPart,
    relationships: file.relationships(mainPart),
    styles,
    numbering: readNumbering(related('numbering', 'word/numbering.xml'), styles),
    fields: new FieldStack(),
    notes: new NoteReferences(),
    comments: new Set(),
    shown: new Set(),
    bound: new BoundValues(file, mainPart),
    headingShift: hasTitle ? 1 : 0,
    readBlocks,
  };
}

/** Counts the notes that no reference leads to, which Word does not show. References may be in deleted text. */
function countUnreferred({ file, mainPart, omissions }: DocxContext): void {
  for (const kind of ['footnote', 'endnote']) {
    const part = file.related(mainPart, `${kind}s`);
    const notes = childrenOf(part === null ? undefined : (file.xml(part) ?? undefined), `w:${kind}`).filter(
      (note) => (note.attributes['w:type'] ?? 'normal') === 'normal' && textOf(note).trim() !== '',
    );
    const references = notes.length === 0 ? [] : [...walk(file.xml(mainPart) ?? undefined)];
    const referred = new Set(
      references.filter(({ name }) => name === `w:${kind}Reference`).map(({ attributes }) => attributes['w:id']),
    );
    const lost = notes.filter(({ attributes }) => !referred.has(attributes['w:id']));
    omissions.leaveOut(`${kind}s without a reference`, lost.length);
  }
}

/** Texts of the footnotes and endnotes that are referenced; they are placed at the end. */
function readNotes(context: DocxContext): Block[] {
  return context.notes.all.flatMap(({ kind, id, label, mark }) => {
    const part = context.file.related(context.mainPart, `${kind}s`);
    const notes = part === null ? null : context.file.xml(part);
    const note = childrenBy(notes ?? undefined, `w:${kind}`, 'w:id').get(id);
    if (part === null || note === undefined) return [];
    const blocks = context.readBlocks(note, { ...context, relationships: context.file.relationships(part) });
    return blocks.length === 0 ? [] : [{ kind: 'note', label, blocks: withoutMark(blocks, mark) }];
  });
}

/** Blocks without the mark that their text repeats. */
function withoutMark([first, ...rest]: readonly Block[], mark: string): Block[] {
  if (first === undefined) return rest;
  if (mark === '' || first.kind !== 'paragraph') return [first, ...rest];
  const start = first.content.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const [written, ...others] = first.content.slice(start);
  if (written?.kind !== 'text' || !written.text.trimStart().startsWith(mark)) return [first, ...rest];
  const left = { ...written, text: written.text.trimStart().slice(mark.length).trimStart() };
  return [{ ...first, content: [left, ...others] }, ...rest];
}
