/** What is left out of the pages of a PDF. */

import type { ParseWarning } from '../../documents/types.ts';
import type { ReadPage } from './source.ts';

/** `omitted` is whether pictures of the page were left out. */
export const pageWarnings = (page: number, { hidden, files }: ReadPage, omitted: boolean): ParseWarning[] => [
  ...hiddenContent(page, hidden),
  ...attachedFiles('The page', files, page),
  ...(omitted ? [tooManyPictures(page)] : []),
];

function hiddenContent(page: number, { fields, words }: ReadPage['hidden']): ParseWarning[] {
  const counts = [
    ...(fields === 0 ? [] : [`${fields} hidden fields with a value`]),
    ...(words === 0 ? [] : [`${words} words that are invisible or outside of it`]),
  ];
  if (counts.length === 0) return [];
  const message = `The page has ${counts.join(' and ')}, which were left out; options.hidden shows them.`;
  return [{ code: 'hidden_omitted', message, page }];
}

const MAX_NAMES = 10; // a message that is still read

/** `where` has files attached, which are not read. */
export function attachedFiles(where: string, files: readonly string[], page: number | null): ParseWarning[] {
  const names = `${files.slice(0, MAX_NAMES).join(', ')}${files.length > MAX_NAMES ? ', …' : ''}`;
  const message = `${where} has ${files.length} attached files, which were not read: ${names}.`;
  return files.length === 0 ? [] : [{ code: 'attachments_ignored', message, page }];
}

const tooManyPictures = (page: number): ParseWarning => ({
  code: 'images_omitted',
  message: 'The page has more pictures than are extracted from a document.',
  page,
});
