/** Converts the members of an archive to sections of one document. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { Sections } from '../../documents/output-limit.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { convertSection, type ConvertNested, type Section } from '../shared/nested.ts';
import { Pictures } from '../shared/pictures.ts';

/** A larger archive is a data set, not a document. */
const MAX_MEMBERS = 1000;

export interface ArchiveMember {
  /** Path in the archive: displayed, never used as a path. */
  readonly path: string;
  /** Throws `too_large`, `encrypted` or `corrupt`. */
  readonly read: () => Uint8Array;
}

/** Files that operating systems add to archives. */
const CLUTTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/**
 * One section per member, in archive order. Throws `empty` without files; if no file can be read, throws the first
 * file's error.
 */
export async function convertMembers(
  members: readonly ArchiveMember[],
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const files = members.filter(({ path }) => !path.endsWith('/') && !CLUTTER.test(path));
  const pictures = new Pictures(input.options);
  const written = new Sections();
  const sections: Omit<Section, 'markdown'>[] = [];
  for (const [index, { path, read }] of files.slice(0, MAX_MEMBERS).entries()) {
    context.signal.throwIfAborted();
    const file = { name: path, read, declared: null };
    const options = { heading: path, index: index + 1, pictures, room: written.room };
    const { markdown, ...section } = await convertSection(file, options, convert);
    written.add(markdown);
    sections.push(section);
    context.onProgress({ completed: index + 1, total: files.length, unit: 'files', message: null });
  }
  const failures = sections.map(({ failure }) => failure);
  if (failures.every((failure) => failure !== null)) {
    throw failures[0] ?? new ServiceError('empty', 'The archive contains no file.');
  }
  const warnings = sections.flatMap((section) => section.warnings);
  if (files.length > MAX_MEMBERS) {
    // How many there are is not known of an archive whose list was not read to its end.
    const message = `Only the first ${MAX_MEMBERS} files were read.`;
    warnings.push({ code: 'files_omitted', message, page: null });
  }
  return documentOf(`${written.join()}\n`, {
    images: [...sections.flatMap(({ images }) => images), ...pictures.all],
    warnings,
  });
}
