/** Converts a container of files to one document with a section for each file. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { plainParagraphs } from '../../documents/markdown/remarks.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { convertSection, type ConvertNested, type NestedFile, type Section } from './nested.ts';
import { Pictures } from './pictures.ts';

export interface Container {
  readonly files: readonly (NestedFile & { readonly heading: string })[];
  /** What its maker says of all of it. */
  readonly comment?: string | undefined;
  /** Plural noun: `files`. */
  readonly unit: string;
  /** How many of the files are read. */
  readonly most: number;
  /** Describes that there are more. */
  readonly omitted: string;
}

/** Throws `empty` without files; if no file can be read, throws the first file's error. */
export async function convertContainer(
  { files, comment = '', unit, most, omitted }: Container,
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const pictures = new Pictures(input.options);
  const written = new Sections();
  const about = writeBlocks(plainParagraphs(comment.split(/\r?\n/)));
  if (about !== '') written.add(about);
  const sections: Omit<Section, 'markdown'>[] = [];
  for (const [index, { heading, ...file }] of files.slice(0, most).entries()) {
    context.signal.throwIfAborted();
    const options = { heading, index: index + 1, pictures, room: written.room };
    const { markdown, ...section } = await convertSection(file, options, convert);
    written.add(markdown);
    sections.push(section);
    context.onProgress({ completed: index + 1, total: files.length, unit, message: null });
  }
  const failures = sections.map(({ failure }) => failure);
  if (failures.every((failure) => failure !== null)) {
    throw failures[0] ?? new ServiceError('empty', `The source contains no ${unit}.`);
  }
  const warnings = sections.flatMap((section) => section.warnings);
  if (files.length > most) warnings.push({ code: 'files_omitted', message: omitted, page: null });
  return documentOf(`${written.join()}\n`, {
    images: [...sections.flatMap(({ images }) => images), ...pictures.all],
    warnings,
  });
}
