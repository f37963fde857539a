/** Requests and answers of OpenAI's protocol, without streams. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Case } from './case.ts';
import { LONGEST_TEXT, MOST_CALLS } from '../options.ts';
import { messagesOf } from './output.ts';
import type { Message, Output } from './output.ts';

export interface ChatQuestion {
  /** As the endpoint calls it; `null`: the endpoint decides. */
  readonly model: string | null;
  readonly system_prompt: string | null;
  readonly temperature: number | null;
  readonly max_tokens: number | null;
}

/** Hosts that refuse the older name of the limit, which other servers know. */
const NEW_NAMES = /(^|\.)(openai\.com|openai\.azure\.com)$/;

/** The body of a request for the answer to a case, for the chat or the completion operation at this address. */
export function requestOf({ hostname, pathname }: URL, question: ChatQuestion, subject: Case): string {
  const { model, temperature, max_tokens } = question;
  const messages = withSystem(question.system_prompt, messagesOf(subject));
  const isChat = pathname.endsWith('/chat/completions');
  const limit = isChat && NEW_NAMES.test(hostname) ? 'max_completion_tokens' : 'max_tokens';
  return JSON.stringify({
    ...(model !== null && { model }),
    ...(isChat ? { messages } : { prompt: messages.map(({ content }) => content).join('\n') }),
    ...(temperature !== null && { temperature }),
    ...(max_tokens !== null && { [limit]: max_tokens }),
    ...(isChat && subject.tools !== undefined && { tools: subject.tools.map(toolOf) }),
  });
}

export function withSystem(prompt: string | null, messages: readonly Message[]): readonly Message[] {
  return prompt === null ? messages : [{ role: 'system', content: prompt }, ...messages];
}

type Tool = NonNullable<Case['tools']>[number];

const toolOf = ({ name, description, parameters }: Tool) => ({
  type: 'function',
  function: {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
  },
});

const Answered = Type.Object({
  choices: Type.Array(
    Type.Object({
      text: Type.Optional(Type.Unknown()),
      message: Type.Optional(
        Type.Object({
          content: Type.Optional(Type.Unknown()),
          refusal: Type.Optional(Type.Unknown()),
          tool_calls: Type.Optional(Type.Unknown()),
        }),
      ),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(Type.Unknown()),
});

const Calls = Type.Array(Type.Object({ function: Type.Object({ name: Type.String(), arguments: Type.Unknown() }) }));
const Usage = Type.Object({ prompt_tokens: Type.Integer(), completion_tokens: Type.Integer() });

/** Of a question or an answer. More is not believed. */
const MOST_TOKENS = 1e7;

/**
 * What an answer says: its text (empty if it has none, the text of a refusal if it refuses), its calls of tools, and
 * the tokens as the endpoint counts them. A string says what is wrong with an answer that cannot be taken.
 */
export function readAnswer(body: string): Output | string {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return 'The answer is not JSON.';
  }
  if (!Value.Check(Answered, answer)) return 'The answer has no choices.';
  const [{ text, message = {} } = {}] = answer.choices;
  const said = [text, message.content, message.refusal].find((part) => typeof part === 'string' && part !== '');
  const actual_output = typeof said === 'string' ? said : '';
  if (actual_output.length > LONGEST_TEXT) return `The answer has more than ${LONGEST_TEXT} characters.`;
  const calls = Value.Check(Calls, message.tool_calls) ? message.tool_calls : [];
  if (calls.length > MOST_CALLS) return `The answer has more than ${MOST_CALLS} calls of tools.`;
  const tool_calls = calls.map((call) => ({
    name: call.function.name,
    arguments: argumentsOf(call.function.arguments),
  }));
  return {
    actual_output,
    ...(tool_calls.length > 0 && { tool_calls }),
    ...usageOf(answer.usage),
  };
}

/** Levels that arguments may be nested. */
const MOST_LEVELS = 100;

/** Arguments travel as JSON text; what is none, or nested too deeply, stays text. */
export function argumentsOf(given: unknown): unknown {
  const text = typeof given === 'string' ? given : null;
  try {
    const value: unknown = text === null ? given : JSON.parse(text);
    return isDeeper(value, MOST_LEVELS) ? text : value;
  } catch {
    return text;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function usageOf(usage: unknown): Pick<Output, 'usage'> {
  if (!Value.Check(Usage, usage)) return {};
  const counts = { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens };
  const isBelievable = Object.values(counts).every((count) => count >= 0 && count <= MOST_TOKENS);
  return isBelievable ? { usage: counts } : {};
}
