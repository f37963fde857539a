/** The files of an archive, and of the archives in it, one by one: for a document of each. */
import { ServiceError } from '../../../../errors/index.ts';
import type { ParseInput } from '../../documents/types.ts';
import { isArchive } from '../../options.ts';
import { nestedInput, newBudget, type NestedBudget } from '../shared/nested.ts';
import { gzipMember } from './gzip.ts';
import { filesOf, MAX_MEMBERS, type ArchiveMember } from './members.ts';
import { sevenZipMembers } from './seven-zip.ts';
import { tarMembers } from './tar.ts';
import { zipMembers } from './zip.ts';

/** A file, or why it cannot be read. */
export interface UnpackedFile {
  /** In the archive, through the archives in it; several may have the same. Displayed, never used as a path. */
  readonly path: string;
  readonly content: Pick<ParseInput, 'bytes' | 'mediaType'> | ServiceError;
}

/**
 * In the order of the archive: at most {@link MAX_MEMBERS}, then `more` if there are others. Throws when the archive
 * itself cannot be read; `empty` without files.
 */
export async function* unpackArchive(input: ParseInput, signal: AbortSignal): AsyncGenerator<UnpackedFile | 'more'> {
  let count = 0;
  for await (const file of filesWithin(input, await readMembers(input, signal), '', 1, newBudget(), signal)) {
    if (count === MAX_MEMBERS) return void (yield 'more');
    count++;
    yield file;
  }
  if (count === 0) throw new ServiceError('empty', 'The archive contains no files.');
}

async function* filesWithin(
  archive: ParseInput,
  members: readonly ArchiveMember[],
  prefix: string,
  depth: number,
  budget: NestedBudget,
  signal: AbortSignal,
): AsyncGenerator<UnpackedFile> {
  for (const { path: name, target, read } of filesOf(members)) {
    signal.throwIfAborted();
    // A link is no file of its own.
    if (target !== undefined) continue;
    const path = `${prefix}${name}`;
    try {
      const content = nestedInput({ name, read, declared: null }, archive, depth, budget);
      if (!isArchive(content.mediaType)) yield { path, content };
      else {
        const inner = await readMembers(content, signal);
        // Compression adds no folder, nor does the archive that is the whole source.
        const isSource = archive.mediaType === GZIP && depth === 1;
        const folder = content.mediaType === GZIP || isSource ? prefix : `${path}/`;
        yield* filesWithin(content, inner, folder, depth + 1, budget, signal);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      yield { path, content: error };
    }
  }
}

const GZIP = 'application/gzip';

async function readMembers(input: ParseInput, signal: AbortSignal): Promise<readonly ArchiveMember[]> {
  const { bytes, mediaType } = input;
  switch (mediaType) {
    case 'application/zip':
      return zipMembers(bytes);
    case 'application/x-tar':
      return tarMembers(bytes);
    case 'application/x-7z-compressed':
      return sevenZipMembers(bytes, signal);
    default:
      return [gzipMember(input)];
  }
}
