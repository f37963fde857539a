import type { NewDocument } from '../../../domain/knowledge/documents/index.ts';
import { documentDate, writesDayFirst } from '../../../engines/knowledge/time/index.ts';
import type { DatedDocument } from '../../../engines/knowledge/time/index.ts';

/** When a document was written, and how it writes dates. */
export function datingOf(document: DatedDocument): Required<Pick<NewDocument, 'date' | 'dayFirst'>> {
  const dayFirst = writesDayFirst(document.markdown);
  return { date: documentDate(document, dayFirst), dayFirst };
}
