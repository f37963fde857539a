/**
 * The outputs of the scripted model: it recognizes the prompts of both tools, and does what they ask for by the same
 * rules.
 */
import { tagged } from '../../../../test/support/tagged.ts';
import type { ChatRequest } from '../../../support/model/counting-model.ts';
import { judgeClaim, statementsOf } from './entailment.ts';
import { readPythonList } from './python-list.ts';

/** Throws for a prompt that it does not know. */
export function scriptedAnswer({ messages, response_format: format }: ChatRequest): string {
  const [first, second] = messages;
  const name = format?.json_schema?.name;
  const data = second?.content ?? '';
  if (name === 'claims') return JSON.stringify({ claims: claimsOf(data) });
  if (name === 'support') return JSON.stringify(verdictsOn(data));
  return JSON.stringify(forDeepEval(first?.content ?? ''));
}

/** Both tools get the same claims: fragments are not completed from the question, which DeepEval does not show. */
function claimsOf(data: string): object[] {
  const [answer = ''] = tagged(data, 'answer');
  return statementsOf(answer).map((quote) => ({ quote, claim: quote }));
}

function verdictsOn(data: string): object {
  const passages = tagged(data, 'passage');
  const verdicts = tagged(data, 'claim').map((claim, index) => {
    const { verdict, sentence } = judgeClaim(claim, passages);
    return [`verdict_${index + 1}`, { quote: sentence, reason: 'By shared words.', verdict }] as const;
  });
  return Object.fromEntries(verdicts);
}

const DEEPEVAL_VERDICTS = { supported: 'yes', contradicted: 'no', not_stated: 'borderline' } as const;

/** The four prompts of DeepEval's faithfulness. */
function forDeepEval(prompt: string): object {
  const end = prompt.lastIndexOf('JSON:');
  const after = (mark: string): string => prompt.slice(prompt.lastIndexOf(mark) + mark.length, end).trim();
  if (prompt.startsWith('Below is a list of Contradictions')) return { reason: 'By shared words.' };
  if (prompt.includes('undisputed truths, that can inferred from the provided actual AI output'))
    return { claims: statementsOf(after('\nAI Output:\n')) };
  if (prompt.includes('generate a comprehensive list of')) return { truths: statementsOf(after('\nText:\n')) };
  if (!prompt.includes('whether EACH claim contradicts')) throw new Error(`Unknown prompt: ${prompt.slice(0, 200)}`);
  const claims = prompt.lastIndexOf('\nClaims:\n');
  const mark = '\nRetrieval Contexts:\n';
  const truths = prompt.slice(prompt.lastIndexOf(mark, claims) + mark.length, claims);
  return {
    verdicts: readPythonList(after('\nClaims:\n')).map((claim) => {
      const { verdict } = judgeClaim(claim, [truths]);
      const reason = verdict === 'supported' ? {} : { reason: 'By shared words.' };
      return { ...reason, verdict: DEEPEVAL_VERDICTS[verdict] };
    }),
  };
}
