/** Converts the members of an archive to sections of one document. */
import { documentOf } from '../../documents/document.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { convertContainer } from '../shared/container.ts';
import type { ConvertNested } from '../shared/nested.ts';

/** A larger archive is a data set, not a document. */
export const MAX_MEMBERS = 1000;

export interface ArchiveMember {
  /** Path in the archive: displayed, never used as a path. */
  readonly path: string;
  /** What its maker says of it; empty without. */
  readonly comment?: string;
  /** Of a link, the path that it leads to. */
  readonly target?: string;
  /** Throws `too_large`, `encrypted` or `corrupt`. */
  readonly read: () => Uint8Array;
}

/** Files that operating systems add to archives. */
const CLUTTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/** Without folders, and without what operating systems add. */
export const filesOf = (members: readonly ArchiveMember[]): ArchiveMember[] =>
  members.filter(({ path }) => !path.endsWith('/') && !CLUTTER.test(path));

/**
 * One section per member, in archive order. Throws `empty` without files; if no file can be read, throws the first
 * file's error.
 */
export async function convertMembers(
  members: readonly ArchiveMember[],
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
  comment?: string,
): Promise<ParsedDocument> {
  const files = filesOf(members).map(({ path, comment: about = '', target, read }) => ({
    name: path,
    heading: `${path}${target === undefined ? '' : ` → ${target}`}${about === '' ? '' : ` (${about})`}`,
    read,
    declared: null,
    ...(target !== undefined && { convert: async () => documentOf('') }),
  }));
  // How many there are is not known of an archive whose list was not read to its end.
  const omitted = `Only the first ${MAX_MEMBERS} files were read.`;
  return convertContainer({ files, comment, unit: 'files', most: MAX_MEMBERS, omitted }, input, context, convert);
}
