/** Reads server-sent events as a browser does, as far as the tests need it. */
import assert from 'node:assert/strict';
import type { Event } from './client.ts';

export interface StreamedEvent<T = Event> {
  readonly id: number;
  readonly type: string;
  readonly data: T;
}

/** The events of a stream as they come; ends with the stream. */
export async function* readEventStream<T = Event>(response: Response): AsyncGenerator<StreamedEvent<T>> {
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line): [string, string] => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      yield { id: Number(fields.get('id')), type: fields.get('event') ?? '', data: JSON.parse(data) as T };
    }
  }
  assert.equal(text, '');
}
