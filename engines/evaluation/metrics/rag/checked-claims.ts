/** The claims of an answer with a model's verdict on each: what faithfulness and hallucination both rest on. */
import type { Case } from '../../cases/case.ts';
import { claimsOf } from '../../judges/model/claims.ts';
import type { Claim } from '../../judges/model/claims.ts';
import { fits, hasWords } from '../../judges/model/question.ts';
import { checkClaims } from '../../judges/model/support.ts';
import type { Checked } from '../../judges/model/support.ts';
import type { Judge } from '../../judges/model/judge.ts';
import type { NotMeasured } from '../metric.ts';

/** At least one claim. */
export async function checkedClaims(
  { user_input: question = '', actual_output: answer = '', retrieval_contexts: contexts = [] }: Case,
  judge: Judge,
): Promise<readonly Checked<Claim>[] | NotMeasured> {
  if (!hasWords(answer)) return { unmeasured: 'empty_answer' };
  if (!contexts.some(hasWords)) return { unmeasured: 'no_context' };
  if (!fits(judge, question + answer)) return { unmeasured: 'too_long' };
  const claims = await claimsOf(judge, question, answer);
  if (claims.length === 0) return { unmeasured: 'no_claim' };
  return (await checkClaims(judge, claims, contexts)) ?? { unmeasured: 'too_long' };
}
