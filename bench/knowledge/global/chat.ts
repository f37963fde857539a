/** A language model of OpenAI's protocol, asked by the bench itself. */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

export interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
}

async function complete(url: string, { system, user, maxTokens }: Prompt, format: object): Promise<string> {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages, max_tokens: maxTokens, temperature: 0, ...format }),
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
  interface Completion {
    readonly choices: readonly { readonly message: { readonly content: string } }[];
  }
  const { choices }: Completion = JSON.parse(await response.text());
  return choices[0]?.message.content ?? '';
}

/** Text as the model writes it. */
export const writeText = (url: string, prompt: Prompt): Promise<string> => complete(url, prompt, {});

/** `null` for an output that does not match the schema: it is not repaired. */
export async function writeValue<S extends TSchema>(url: string, name: string, schema: S, prompt: Prompt) {
  const json_schema = { name, schema, strict: true };
  const output = await complete(url, prompt, { response_format: { type: 'json_schema', json_schema } });
  try {
    return Value.Parse(schema, JSON.parse(output));
  } catch {
    return null;
  }
}
