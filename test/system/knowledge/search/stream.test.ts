/**
 * Searches as event streams: passages first, then the answer of a language model sentence by sentence. The model is
 * scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { SearchResponse } from '../../../../api/knowledge/search/schemas.ts';
import type { KnowledgeSessionDetail } from '../../../../api/knowledge/sessions/sessions.ts';
import { readEventStream } from '../../../support/service/event-stream.ts';
import type { StreamedEvent } from '../../../support/service/event-stream.ts';
import { cognifiedTexts } from '../../../support/knowledge/client.ts';
import { jsonReply, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';

let reply: Reply = { text: 'nothing is scripted' };
const replies: Reply[] = [];
/** A question that gets no vector. */
const HUNG = 'Who built the oak mill?';
let hung = Promise.withResolvers<ModelCall>();
const server = await serveModel((call) => {
  if (call.body.messages !== undefined) return replies.shift() ?? reply;
  if (![call.body.input ?? []].flat().some((text) => text.includes(HUNG))) return plainReply(call);
  hung.resolve(call);
  return { hang: null };
});
const { api } = await borrowSystem('knowledge', { vectors: server.url, main: server.url });
const client = await api.client();

const MILL = { label: 'Tide mill', text: 'The tide mill was built in 1804. Ruth Hallam built the tide mill of oak.' };
const YARD = { label: 'Yard', text: 'The yard cuts elm.' };
await cognifiedTexts(client, 'mill', [MILL, YARD], { extractor: 'rules' });

type Data = SearchResponse & {
  readonly text: string;
  readonly code: string;
  readonly citations: readonly { rank: number }[];
};
const REQUEST = { query_text: 'Who built the tide mill?', dataset_keys: ['mill'], timeout_seconds: 5 };
const open = (more: object = {}, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
  client.stream('/v1/knowledge/search', { Accept: 'text/event-stream', ...headers }, { ...REQUEST, ...more }, signal);
async function eventsOf(response: Response): Promise<StreamedEvent<Data>[]> {
  const events: StreamedEvent<Data>[] = [];
  for await (const event of readEventStream<Data>(response)) events.push(event);
  return events;
}
const ask = (): Promise<SearchResponse> => client.expect(200, 'POST', '/v1/knowledge/search', { body: REQUEST });
const typesOf = (events: readonly StreamedEvent<Data>[]): string[] => events.map(({ type }) => type);
const says = (text: string, ...passages: number[]) => ({ text, passages });

test('passages come first, then each checked sentence, then the response that others get at once', async () => {
  reply = jsonReply({
    answered: true,
    sentences: [says('Ruth Hallam built it.', 1), says('No.'), says('Of oak.', 2, 1)],
  });
  const events = await eventsOf(await open());
  assert.deepEqual(typesOf(events), ['search.results', 'answer.sentence', 'answer.sentence', 'search.completed']);
  const [results, first, second, completed] = events;
  const whole = await ask();
  assert.deepEqual({ ...completed?.data, elapsed_ms: 0 }, { ...whole, elapsed_ms: 0 });
  assert.deepEqual({ ...results?.data, elapsed_ms: 0 }, { ...whole, answer: null, elapsed_ms: 0 });
  assert.equal(`${first?.data.text} ${second?.data.text}`, whole.answer?.text);
  assert.deepEqual(
    [first, second].flatMap((event) => event?.data.citations ?? []),
    whole.answer?.citations,
  );
});

test('sentences of an output that is of no use are taken back', async () => {
  const good = { answered: true, sentences: [says('Ruth Hallam built it.', 1)] };
  reply = jsonReply(good);
  replies.push({ text: JSON.stringify(good).slice(0, -1) });
  const events = await eventsOf(await open());
  const [first, discarded, second] = ['answer.sentence', 'answer.discarded', 'answer.sentence'];
  assert.deepEqual(typesOf(events), ['search.results', first, discarded, second, 'search.completed']);
  assert.equal(events.at(-1)?.data.answer?.method, 'model');
});

test('where the model fails, the stream says so, and the answer is extractive', async () => {
  reply = { cut: '{"answered":true,"sentences":[{"text":"It is.","passages":[1]},{"te', by: 'destroy' };
  const events = await eventsOf(await open());
  assert.deepEqual(typesOf(events), ['search.results', 'answer.sentence', 'answer.discarded', 'search.completed']);
  assert.equal(events[2]?.data.code, 'model_unavailable');
  assert.equal(events[3]?.data.answer?.method, 'extractive');
});

test('a client that leaves ends the call of the model', async () => {
  reply = { hang: '{"answered":true,"sentences":[{"text":"It is.","passages":[1]},{"te' };
  const before = server.calls.length;
  for await (const { type } of readEventStream<Data>(await open({ timeout_seconds: 60 }))) {
    if (type === 'answer.sentence') break;
  }
  const call = server.calls.slice(before).find(({ body }) => body.messages !== undefined);
  assert.ok(call);
  await call.closed;
});

for (const accept of ['text/event-stream', 'application/json']) {
  test(
    `a client that leaves before there are passages ends the search, as ${accept}: no model is asked, and the ` +
      'session does not get the question',
    async () => {
      hung = Promise.withResolvers();
      const [before, session_id] = [server.calls.length, `left-${accept.replace('/', '-')}`];
      const leaving = new AbortController();
      const left = open({ query_text: HUNG, session_id, timeout_seconds: 60 }, { Accept: accept }, leaving.signal);
      const call = await hung.promise;
      leaving.abort();
      await assert.rejects(left);
      await call.closed;
      reply = jsonReply({ answered: true, sentences: [says('Ruth Hallam built it.', 1)] });
      const other = { query_text: 'What does the yard cut?', session_id };
      await eventsOf(await open(other));
      const path = `/v1/knowledge/sessions/${session_id}`;
      const { items } = await client.expect<Static<typeof KnowledgeSessionDetail>>(200, 'GET', path);
      assert.deepEqual(
        items.map(({ query_text }) => query_text),
        [other.query_text],
      );
      const asked = server.calls.slice(before).filter(({ body }) => body.messages !== undefined);
      assert.equal(asked.length, 1);
    },
  );
}

test('requests whose clients have left are counted as that, not as failures', async () => {
  // No other file that borrows this system leaves.
  const counted = await (await fetch(new URL('/metrics', api.url))).text();
  assert.match(counted, /^tidemill_http_requests_total\{.*route="\/v1\/knowledge\/search",status="499"\} 2$/m);
  assert.doesNotMatch(counted, /status="500"/);
});

test('what fails before there are passages is answered as without a stream', async () => {
  for (const [more, status] of [
    [{ dataset_keys: ['none'] }, 404],
    [{ query_text: 'who' }, 422],
  ] as const) {
    const response = await open(more);
    assert.equal(response.status, status);
    await response.body?.cancel();
  }
  const plain = await open({ only_context: true }, { Accept: '*/*' });
  assert.match(plain.headers.get('content-type') ?? '', /json/);
  await plain.body?.cancel();
});
