/** The document of an archive whose files are documents of their own: a list of them. */
import { documentOf } from '../../documents/document.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { text } from '../../documents/markdown/model.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import { MAX_MEMBERS } from './members.ts';

export interface ListedFile {
  readonly path: string;
  /** Code of the error of a file without a document. */
  readonly failure: string | null;
}

/** `hasMore`: the archive has more files than are read. */
export function fileList(title: string, files: readonly ListedFile[], hasMore: boolean): ParsedDocument {
  const items = files.map(({ path, failure }) => ({
    number: null,
    blocks: [
      {
        kind: 'paragraph' as const,
        content: [text(`${path.replace(/\s+/g, ' ')}${failure === null ? '' : ` (failed: ${failure})`}`)],
      },
    ],
  }));
  const blocks = [
    { kind: 'heading' as const, level: 1, content: [text(title)] },
    { kind: 'list' as const, items },
  ];
  const message = `Only the first ${MAX_MEMBERS} files were read.`;
  const warnings = hasMore ? [{ code: 'files_omitted' as const, message, page: null }] : [];
  return documentOf(`${writeBlocks(blocks)}\n`, { title, warnings });
}
