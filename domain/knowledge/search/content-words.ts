import { hasContentWords } from '../../../engines/knowledge/retrieval/question.ts';
import { ServiceError } from '../../../errors/index.ts';

/** Throws `question_refused`. */
export function requireContentWords(text: string): void {
  if (hasContentWords(text)) return;
  const detail = 'Give at least one word to search for, other than words such as "the" and "who".';
  throw new ServiceError('question_refused', detail);
}
