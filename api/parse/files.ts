/** The files of a document: its Markdown, and those of its other formats. */
import type { Static } from 'typebox';
import type { DocumentFile, DocumentRow } from '../../domain/parse/documents.ts';
import { folderOf, formatKeyOf } from '../../domain/parse/keys.ts';
import type { Format } from '../../engines/parse/options.ts';
import { ServiceError } from '../../errors/index.ts';
import { MARKDOWN_TYPE } from '../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { DocumentFileSchema } from './schemas.ts';
import { URL_TTL_SECONDS } from './signed-urls.ts';

/** With its key in the object store. */
export type StoredFile = DocumentFile & { readonly key: string };

/** The Markdown first. */
export function filesOf({ jobId, markdownKey, metadata }: DocumentRow): StoredFile[] {
  const folder = folderOf(jobId);
  const others = metadata.files ?? [];
  return [
    {
      format: 'markdown',
      name: 'document.md',
      media_type: MARKDOWN_TYPE,
      bytes: metadata.markdown_bytes,
      key: markdownKey,
    },
    ...others.map((file) => ({ ...file, key: formatKeyOf(folder, file.name) })),
  ];
}

/** The file in a format; of several, such as tables, the one with the name, or the first. Throws `format_not_made`. */
export function fileOf(row: DocumentRow, format: Format, name: string | undefined): StoredFile {
  const files = filesOf(row).filter((file) => file.format === format);
  const file = name === undefined ? files[0] : files.find((one) => one.name === name);
  if (file !== undefined) return file;
  const what = name === undefined ? `no ${format}` : `no ${format} with the name ${name}`;
  throw new ServiceError('format_not_made', `The document ${row.id} has ${what}.`, {
    formats: [...new Set(filesOf(row).map((one) => one.format))],
    names: files.map((one) => one.name),
  });
}

/** A browser saves them: a page of the object store is not trusted. */
export function presentFiles(
  objects: Pick<ObjectStore, 'signGet'>,
  row: DocumentRow,
): Promise<Static<typeof DocumentFileSchema>[]> {
  return Promise.all(
    filesOf(row).map(async ({ key, ...file }) => ({
      ...file,
      href: `/v1/documents/${row.id}/content?format=${file.format}${file.format === 'tables' ? `&name=${file.name}` : ''}`,
      url: await objects.signGet(key, {
        ttlSeconds: URL_TTL_SECONDS,
        disposition: 'attachment',
        filename: file.name,
        contentType: file.media_type,
      }),
    })),
  );
}
