import type { ParseWarning } from '../../../documents/types.ts';

/** At most so many files are named, in so many characters: both may come from the document. */
const SHOWN = { files: 5, characters: 200 };

/** The warning that the files which a document includes are not read, if there are any. */
export function includedFiles(names: readonly string[]): ParseWarning[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, SHOWN.files).join(', ').slice(0, SHOWN.characters);
  return [{ code: 'include_omitted', message: `Files that the document includes are not read: ${shown}.`, page: null }];
}
