/**
 * Reads an answer of a chat or completion endpoint once the request has ended: nothing is parsed while others are
 * timed.
 */
import type { ArrivedChunk } from './event-stream.ts';
import { readEvents } from './event-stream.ts';
import type { LoadFailure } from './failures.ts';

export interface Answer {
  /** When the first and the last piece of text came; a chunk without text, such as one with the role alone, is none. */
  readonly first: number;
  readonly last: number;
  /** Between consecutive pieces of text, in milliseconds. */
  readonly gaps: readonly number[];
  /** `null` when the endpoint does not count them. */
  readonly inputTokens: number | null;
  /**
   * As the endpoint counts them (`usage`), otherwise the pieces of text (`chunks`), each of which has one token or
   * more.
   */
  readonly outputTokens: number;
  readonly source: TokenSource;
}

export const TOKEN_SOURCES = ['usage', 'chunks'] as const;
export type TokenSource = (typeof TOKEN_SOURCES)[number];

/** The body of a successful response: a stream of events, or JSON. */
export function readAnswer(chunks: readonly ArrivedChunk[], isStream: boolean): Answer | LoadFailure {
  return isStream ? readStream(chunks) : readWhole(chunks);
}

function readStream(chunks: readonly ArrivedChunk[]): Answer | LoadFailure {
  let usage: Usage | null = null;
  let hasEnded = false;
  const times: number[] = [];
  for (const { at, data } of readEvents(chunks)) {
    if (data.trim() === '[DONE]') {
      hasEnded = true;
      continue;
    }
    const message = parsed(data);
    if (message === undefined) return 'protocol';
    if (memberOf(message, 'error') != null) return 'stream_error';
    usage = usageOf(message) ?? usage;
    const choice = firstChoice(message);
    if (typeof memberOf(choice, 'finish_reason') === 'string') hasEnded = true;
    if (hasText(memberOf(choice, 'delta')) || isText(memberOf(choice, 'text'))) times.push(at);
  }
  if (!hasEnded) return 'cut';
  return answerOf(times, usage);
}

function readWhole(chunks: readonly ArrivedChunk[]): Answer | LoadFailure {
  const decoder = new TextDecoder();
  const text = chunks.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('');
  const message = parsed(text);
  if (message === undefined) return 'protocol';
  const choice = firstChoice(message);
  const isAnswer = hasText(memberOf(choice, 'message')) || isText(memberOf(choice, 'text'));
  const at = chunks.at(-1)?.at;
  return answerOf(isAnswer && at !== undefined ? [at] : [], usageOf(message));
}

function answerOf(times: readonly number[], usage: Usage | null): Answer | LoadFailure {
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return 'empty';
  return {
    first,
    last,
    gaps: times.slice(1).map((at, index) => at - (times[index] ?? at)),
    inputTokens: usage?.input ?? null,
    outputTokens: usage?.output ?? times.length,
    source: usage ? 'usage' : 'chunks',
  };
}

interface Usage {
  readonly input: number | null;
  readonly output: number;
}

/** An endpoint may send the usage so far with each chunk: the last one counts. */
function usageOf(message: unknown): Usage | null {
  const usage = memberOf(message, 'usage');
  const output = countOf(memberOf(usage, 'completion_tokens'));
  return output === null || output === 0 ? null : { input: countOf(memberOf(usage, 'prompt_tokens')), output };
}

/** Tokens of an answer or its prompt. An endpoint that reports more counts wrongly. */
const MOST_TOKENS = 10_000_000;

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : null;
}

function firstChoice(message: unknown): unknown {
  const choices = memberOf(message, 'choices');
  return Array.isArray(choices) ? choices[0] : undefined;
}

/** Text, reasoning or a call of a tool: what a model wrote. */
function hasText(message: unknown): boolean {
  const texts = ['content', 'reasoning_content', 'reasoning', 'refusal'];
  const calls = memberOf(message, 'tool_calls');
  return texts.some((name) => isText(memberOf(message, name))) || (Array.isArray(calls) && calls.length > 0);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A member of an untrusted value; `undefined` when absent. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
