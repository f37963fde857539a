/** Turns of the assistant as things to judge one by one. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { questionForEach } from './verdicts.ts';
import { instructions } from './question.ts';

const SHOWN = `The conversation is in <turn number="…" role="…">, in order. Where numbers are missing, turns were left out. Judge the turns with verdict="…" alone, which are the assistant's: the member verdict_1 is about the turn with verdict="1", and so on. Judge each of them by what was said before it.

For each of these turns:
- reason: one short sentence.`;

const verdictOf = (...words: readonly [string, ...string[]]) =>
  closed({ reason: Type.String(), verdict: Type.Enum([...words], { type: 'string' }) });

export const askAboutRelevance = questionForEach({
  name: 'conversation_relevancy',
  verdict: verdictOf('relevant', 'evasive', 'irrelevant'),
  maxTokens: 100,
  instructions:
    instructions(`You judge whether the turns of an assistant respond to what the user said. Whether they are right does not matter.
${SHOWN}
- verdict: "relevant" if it answers, asks back for what is missing, or says why it cannot; "evasive" if it only repeats the user, or says nothing to the point; otherwise "irrelevant".`),
});

export const askAboutRetention = questionForEach({
  name: 'knowledge_retention',
  verdict: verdictOf('kept', 'forgotten', 'nothing_to_keep'),
  maxTokens: 100,
  instructions:
    instructions(`You judge whether an assistant remembers what the user has said earlier in the conversation.
${SHOWN}
- verdict: "forgotten" if it asks for what the user has said before, or contradicts it; "nothing_to_keep" if the user has said nothing before that the turn could need; otherwise "kept".`),
});

export const askAboutRole = questionForEach({
  name: 'role_adherence',
  verdict: verdictOf('in_role', 'out_of_role'),
  maxTokens: 100,
  instructions: instructions(`You judge whether an assistant keeps to a role. The role is in <role>.
${SHOWN}
- verdict: "in_role" if tone, knowledge and limits are those of the role; otherwise "out_of_role".`),
});
