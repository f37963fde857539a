/**
 * `npm run bench:knowledge-follow-ups -- --cases FILE`: questions of conversations that depend on the ones before them. Asked as they are, resolved by the
 * session (`follow_up`), and rewritten by people. FILE is one of TREC CAsT's files of topics with passages, such as those of
 * github.com/daltonj/treccastweb. The passages of all conversations become one dataset; the first question of a conversation is not counted.
 */
import { randomUUID } from 'node:crypto';
import type { SearchResponse } from '../api/knowledge/search/schemas.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { RefusedRequest } from './client.ts';
import type { ApiClient } from './client.ts';
import { readConversations } from './knowledge/follow-ups/conversations.ts';
import type { Turn } from './knowledge/follow-ups/conversations.ts';
import { printRanks, RANKED, rankOf } from './knowledge/ranks.ts';
import type { Rank } from './knowledge/ranks.ts';
import { ingestTexts, startKnowledge } from './knowledge/service.ts';
import { onStack } from './run.ts';

const USAGE = 'npm run bench:knowledge-follow-ups -- --cases FILE [--show]';
const NAMESPACE = 'bench-follow-ups';

const { cases, show } = readOptions(USAGE, {
  cases: { type: 'string', default: '' },
  show: { type: 'boolean', default: false },
});
if (cases === '') throw new RangeError(`No file of conversations. Usage: ${USAGE}`);
const conversations = await readConversations(cases);
await onStack(run);

async function run(stack: Infrastructure): Promise<void> {
  const { service } = await startKnowledge(stack, NAMESPACE);
  const texts = conversations.flat().map(({ passage }) => passage);
  const { datasetKey, documentOf } = await ingestTexts(service, 'cast', texts);

  const ranks: Record<'as asked' | 'follow_up' | 'T5' | 'rewritten', Rank[]> = {
    'as asked': [],
    follow_up: [],
    T5: [],
    rewritten: [],
  };
  for (const turns of conversations) {
    const session_id = randomUUID();
    for (const [at, turn] of turns.entries()) {
      const search = (query_text: string, more: object = {}): Promise<SearchResponse | null> =>
        searchUnlessRefused(service, { query_text, dataset_keys: [datasetKey], ...more });
      const rank = (response: SearchResponse | null): Rank => rankOf(response, documentOf.get(turn.passage));
      const resolved = await search(turn.asked, { session_id, follow_up: true });
      if (at === 0) continue;
      ranks.follow_up.push(rank(resolved));
      ranks['as asked'].push(rank(await search(turn.asked)));
      ranks.rewritten.push(rank(await search(turn.rewritten)));
      if (turn.automatic !== null) ranks.T5.push(rank(await search(turn.automatic)));
      if (show) printTurn(turn, resolved?.resolved_query_text ?? null, ranks);
    }
  }
  await service.close();
  printRanks(ranks);
}

/** `null` for a question of stop words alone, which a search refuses. */
async function searchUnlessRefused(service: ApiClient, request: object): Promise<SearchResponse | null> {
  const asked = { search_type: 'HYBRID', top_k: RANKED, only_context: true, ...request };
  try {
    return await service.post('/v1/knowledge/search', asked);
  } catch (error) {
    if (error instanceof RefusedRequest && error.type === 'question_refused') return null;
    throw error;
  }
}

/** On stderr, for those who look for what went wrong. */
function printTurn(
  { asked, rewritten }: Turn,
  resolved: string | null,
  ranks: Readonly<Record<string, readonly Rank[]>>,
): void {
  const places = Object.entries(ranks).map(([name, all]) => [name, all.at(-1)]);
  console.error(JSON.stringify({ asked, resolved, rewritten, ...Object.fromEntries(places) }));
}
