/**
 * Personal data that has no form by which a pattern could find it, with its places: what is not in the answer does not
 * count.
 */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import { fold, foldedQuote, placesIn, sourceSpan } from '../../../text/folded.ts';
import type { Judge } from './judge.ts';
import { hasWords, instructions } from './question.ts';

export const FORMLESS_DATA = ['person_name', 'postal_address', 'date_of_birth', 'identity_number', 'health'] as const;
export type FormlessData = (typeof FORMLESS_DATA)[number];

const MOST_FINDINGS = 50;
/** Places of one finding. */
const MOST_PLACES = 20;
const MAX_TOKENS = 3000;

const INSTRUCTIONS =
  instructions(`You look for personal data of private people in an answer. The answer is in <answer>. The kinds:
- person_name: the name of a private person.
- postal_address: where a private person lives, with a street, a house or an apartment.
- date_of_birth: of a private person.
- identity_number: a number that stands for one person, such as that of a passport, a driving licence, a tax payer, an insured person or a patient.
- health: an illness, a treatment or a disability of a person who is named or can be known from the answer.

People in a public office or role, authors of published works, people of history and fiction, companies, and placeholders such as Jane Doe are not private people. Leave out e-mail addresses, phone numbers, IP addresses, payment cards, bank accounts, US social security numbers and credentials: they are found in another way.

Give a list of findings, an empty one if there are none, at most ${MOST_FINDINGS}. For each:
- quote: the datum itself, copied character by character, without the words around it.
- kind: one of the kinds above.`);

const SCHEMA = closed({
  findings: Type.Array(closed({ quote: Type.String(), kind: Type.Enum([...FORMLESS_DATA], { type: 'string' }) })),
});

/** In UTF-16 code units of the answer, end exclusive. The text itself is not part of it. */
export interface FormlessFinding {
  readonly kind: FormlessData;
  readonly start: number;
  readonly end: number;
}

/** Every place of each finding. */
export async function findFormlessData(judge: Judge, answer: string): Promise<FormlessFinding[]> {
  const data = asData('answer', answer);
  const question = { name: 'personal_data', instructions: INSTRUCTIONS, data, schema: SCHEMA, maxTokens: MAX_TOKENS };
  const { findings } = await judge.ask(question);
  const text = fold(answer);
  return findings.slice(0, MOST_FINDINGS).flatMap(({ quote, kind }) => {
    const places = hasWords(quote) ? placesIn(text, foldedQuote(quote), MOST_PLACES) : [];
    return places.map((place) => ({ kind, ...sourceSpan(text, place) }));
  });
}
