/** Translates a source and the request options into the form of a task. */
import { FormData } from 'undici';
import type { ParseOptions } from '../../options.ts';
import type { ParseInput } from '../../documents/types.ts';

export function formOf({ bytes, mediaType, filename, options }: ParseInput): FormData {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(bytes)], { type: mediaType }), filename ?? 'document');
  form.append('to_formats', 'md');
  form.append('do_ocr', String(options.ocr !== 'off'));
  form.append('force_ocr', String(options.ocr === 'force'));
  form.append('image_export_mode', 'placeholder');
  form.append('table_mode', 'accurate');
  for (const language of options.languages) form.append('ocr_lang', language);
  for (const page of pageRange(options) ?? []) form.append('page_range', String(page));
  return form;
}

/** Whether pages that were not requested are converted, too. */
export function isWidened({ page_range }: ParseOptions): boolean {
  return (page_range?.length ?? 0) > 1;
}

/** The service accepts a single range: from the first requested page to the last. */
function pageRange({ page_range, max_pages }: ParseOptions): [first: number, last: number] | null {
  const first = page_range?.[0]?.first ?? 1;
  const last = page_range?.at(-1)?.last ?? Infinity;
  const limited = max_pages === null || (page_range?.length ?? 1) > 1 ? last : Math.min(last, first + max_pages - 1);
  if (limited === Infinity) return first === 1 ? null : [first, Number.MAX_SAFE_INTEGER];
  return [first, limited];
}
