/** What the requests of a level say. */
import { seededRandom } from '../../statistics/random.ts';
import type { RequestShape } from './load.ts';

export interface Message {
  readonly role: string;
  readonly content: string;
}

/** A prompt of the request, or the length of prompts that are made up. */
export type Prompts = { readonly given: readonly (readonly Message[])[] } | { readonly words: number };

/** Common English words: nearly every tokenizer has one token for each. */
const WORDS = (
  'the of and to in is that it was for on are with as they be at one have this from by hot word but what some ' +
  'we can out other ' +
  'were all there when up use your how said an each she which do their time if will way about many then them ' +
  'write would like so ' +
  'these her long make thing see him two has look more day could go come did number sound no most people my ' +
  'over know water than ' +
  'call first who may down side been now find'
).split(' ');

/**
 * The prompt of the request with this number: given ones in turn; made-up ones differ, so that no cache of an endpoint
 * knows them.
 */
export function promptOf(prompts: Prompts, index: number): readonly Message[] {
  if ('given' in prompts) return prompts.given[Math.abs(index) % prompts.given.length] ?? [];
  const random = seededRandom(index);
  const words = Array.from({ length: prompts.words }, () => WORDS[Math.floor(random() * WORDS.length)]);
  return [{ role: 'user', content: words.join(' ') }];
}

/**
 * The body of a request: of a chat, or of a plain completion. A stream is asked to end with the count of its tokens.
 */
export function bodyOf(messages: readonly Message[], isChat: boolean, shape: RequestShape): string {
  const { model, stream, max_tokens } = shape;
  return JSON.stringify({
    ...(model !== null && { model }),
    ...(isChat ? { messages } : { prompt: messages.map(({ content }) => content).join('\n') }),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...(max_tokens !== null && { max_tokens }),
  });
}
