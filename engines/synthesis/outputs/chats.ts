/** Items as chats in the format of OpenAI's fine-tuning. */
import { isObject } from '../../../platform/is-object.ts';
import type { Item } from '../items/item.ts';

type Value = Item['value'];

interface Chat {
  readonly messages: readonly object[];
  readonly tools?: readonly object[];
}

const NO_ANSWER = 'The passages do not say.';

/** `null` for an item that is no chat, or whose right answer is not known. */
export function chatOf(value: Value): Chat | null {
  return conversation(value) ?? question(value) ?? instruction(value) ?? toolCase(value);
}

const chat = (asked: string, said: object): Chat => ({
  messages: [
    { role: 'user', content: asked },
    { role: 'assistant', ...said },
  ],
});

const conversation = ({ messages }: Value): Chat | null =>
  Array.isArray(messages) ? { messages: messages.filter(isObject) } : null;

function question({ question: asked, answer, contexts }: Value): Chat | null {
  if (typeof asked !== 'string') return null;
  const passages = Array.isArray(contexts) ? contexts.filter((text) => typeof text === 'string') : [];
  return chat([...passages, asked].join('\n\n'), { content: typeof answer === 'string' ? answer : NO_ANSWER });
}

const instruction = ({ instruction: asked, response }: Value): Chat | null =>
  typeof asked === 'string' && typeof response === 'string' ? chat(asked, { content: response }) : null;

/** What an assistant says where no tool fits is not known. */
function toolCase({ request, calls, tools }: Value): Chat | null {
  if (typeof request !== 'string' || !Array.isArray(calls) || calls.length === 0 || !Array.isArray(tools)) return null;
  const tool_calls = calls.filter(isObject).map(({ name, arguments: given }, index) => ({
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return {
    ...chat(request, { tool_calls }),
    tools: tools.map((tool: unknown) => ({ type: 'function', function: tool })),
  };
}
