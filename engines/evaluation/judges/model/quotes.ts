/** Quotations of a judge, found in the texts that they are from: what is not there proves nothing. */
import { fold, foldedQuote, placesIn, sourceSpan } from '../../../text/folded.ts';
import type { Quote } from '../built-in/faithfulness.ts';
import { hasWords } from './question.ts';

/**
 * Finds the first place of a quotation, although white space, case or quotation marks differ; `null` where there is
 * none.
 */
export type FindQuote = (quote: string | null) => Quote | null;

/** Reads the texts once for all quotations. */
export function quotesFrom(texts: readonly string[]): FindQuote {
  const folded = texts.map(fold);
  return (quote) => {
    if (quote === null || !hasWords(quote)) return null;
    const wanted = foldedQuote(quote);
    for (const [context, text] of folded.entries()) {
      const [place] = placesIn(text, wanted, 1);
      if (!place) continue;
      const { start, end } = sourceSpan(text, place);
      return { context, start, end, text: (texts[context] ?? '').slice(start, end) };
    }
    return null;
  };
}
