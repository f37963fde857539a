/** Passages of a document that was parsed, as its chunks in a dataset of knowledge would be. */
import { DEFAULT_CHUNK_RULES } from '../../../engines/text/options.ts';
import { cutDocument, titleOf } from '../../knowledge/processes/cut-document.ts';
import type { CutPassage, CutRequest } from './requests.ts';

export function cutPassages(
  markdown: string,
  { title, pageSpans, most }: CutRequest,
): { readonly passages: readonly CutPassage[]; readonly truncated: boolean } {
  const rules = { ...DEFAULT_CHUNK_RULES, max_chunks: most };
  const { chunks, truncated } = cutDocument(markdown, { title, pageSpans, structured: false }, rules);
  const passages = chunks.map((chunk): CutPassage => {
    const { body: text, start, end, pageFrom, pageTo } = chunk;
    const pages: CutPassage['pages'] = pageFrom === null || pageTo === null ? null : [pageFrom, pageTo];
    return { title: titleOf(chunk), text, span: [start, end], pages };
  });
  return { passages, truncated };
}
