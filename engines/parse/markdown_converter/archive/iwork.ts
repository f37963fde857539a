/** Apple iWork documents (Pages, Keynote, Numbers), of which only a preview in an open format is read. */
import { ServiceError } from '../../../../errors/index.ts';
import { describeFormat } from '../../../../platform/media-type/names.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { openZip } from '../shared/ooxml/zip.ts';

/** Whole documents, unlike the picture of the first page that newer versions store. */
const PREVIEW = /^(QuickLook\/)?Preview\.pdf$/i;

/** Throws `unsupported_type` for documents without a preview as PDF, and what the reader of PDF throws. */
export async function convertIwork(input: ParseInput, convert: ConvertNested): Promise<ParsedDocument> {
  const zip = openZip(input.bytes);
  const preview = zip.members.find(({ name }) => PREVIEW.test(name));
  if (preview === undefined) {
    const { name, fix } = describeFormat(input.mediaType) ?? { name: 'an Apple document', fix: '' };
    throw new ServiceError('unsupported_type', `This is ${name} without a preview as PDF. ${fix}`.trim(), {
      media_type: input.mediaType,
    });
  }
  const document = await convert({ ...preview, declared: 'application/pdf' });
  const message = 'The preview stored in the document was read instead of the document itself.';
  return { ...document, warnings: [{ code: 'preview_read', message, page: null }, ...document.warnings] };
}
