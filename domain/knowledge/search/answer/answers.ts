/** The answers to a question from its passages: that of a language model, and one without. */
import type { Found } from '../found.ts';
import type { Run } from '../run.ts';
import { orNull } from '../within-time.ts';
import { answerFrom } from './answer.ts';
import { askModel } from './model-answer.ts';
import type { AnswerCall } from './model-answer.ts';
import type { Overview } from './overview.ts';

/** None where the type of search does not answer, the query wants none, or nothing was found. */
export async function answersTo(
  { dependencies, search, query, rules, caller, deadline }: Run,
  { passages: found, time }: Pick<Found, 'passages' | 'time'>,
  overview: Overview,
): Promise<Pick<Found, 'answer' | 'asked'>> {
  if (rules.answer === null || query.onlyContext || found.length === 0) return { answer: null, asked: null };
  const asking = askAfter(dependencies, { ...query, ...caller, found, deadline }, overview);
  const [answer, asked] = await bothAnswers(orNull(deadline, answerFrom(search, found, rules.answer, time)), asking);
  return { answer, asked };
}

/** `null` where the model may not be asked. */
function askAfter(
  dependencies: Run['dependencies'],
  call: AnswerCall,
  overview: Overview,
): ReturnType<typeof askModel> | null {
  switch (overview.kind) {
    case 'not_asked':
      return askModel(dependencies, call);
    case 'too_dear':
      return null;
    case 'told':
      return askModel(dependencies, { ...call, overview });
  }
}

/** Made side by side: if the model fails, the other answer is there. What one of them spends counts even if the other rejects. */
async function bothAnswers<A, B>(answering: Promise<A>, asking: Promise<B> | null): Promise<[A, B | null]> {
  await Promise.allSettled([answering, asking]);
  return Promise.all([answering, asking]);
}
