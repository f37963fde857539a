/**
 * A real model behind an endpoint of OpenAI's protocol: questions are passed on as they are, and the answer is taken
 * whole.
 */
import type { ChatRequest } from './counting-model.ts';

/** Rejects when the endpoint does not answer with an output. */
export function forwardTo({ url, id }: { readonly url: string; readonly id: string }) {
  return async (request: ChatRequest): Promise<string> => {
    const { stream: _stream, ...asked } = request;
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, model: id, stream_options: undefined }),
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    interface Answer {
      readonly choices: readonly { readonly message: { readonly content: string } }[];
    }
    const { choices } = (await response.json()) as Answer;
    return choices[0]?.message.content ?? '';
  };
}
