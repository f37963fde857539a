/**
 * `npm run bench:knowledge-feedback -- --questions FILE --paraphrases FILE`: what ratings change in later searches. Both files are of SQuAD's form, with the same
 * questions in other words, such as those of github.com/nusnlp/paraphrasing-squad. Every second question is asked and its results are rated; then all
 * are asked in other words. Those that nobody rated show what ratings of other questions do.
 */
import type { SearchResponse } from '../api/knowledge/search/schemas.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { readParaphrases } from './knowledge/feedback/paraphrases.ts';
import type { Paraphrased } from './knowledge/feedback/paraphrases.ts';
import { printRanks, RANKED, rankOf } from './knowledge/ranks.ts';
import type { Rank } from './knowledge/ranks.ts';
import { ingestTexts, startKnowledge } from './knowledge/service.ts';
import { onStack } from './run.ts';

const USAGE = 'npm run bench:knowledge-feedback -- --questions FILE --paraphrases FILE';
const NAMESPACE = 'bench-feedback';

const given = readOptions(USAGE, {
  questions: { type: 'string', default: '' },
  paraphrases: { type: 'string', default: '' },
});
if (given.questions === '' || given.paraphrases === '') throw new RangeError(`Two files are needed. Usage: ${USAGE}`);
const questions = await readParaphrases(given.questions, given.paraphrases);
await onStack(run);

async function run(stack: Infrastructure): Promise<void> {
  const { service } = await startKnowledge(stack, NAMESPACE);
  const texts = questions.map(({ passage }) => passage);
  const { datasetKey, documentOf } = await ingestTexts(service, 'paraphrases', texts);
  const search = (query_text: string): Promise<SearchResponse> =>
    service.post('/v1/knowledge/search', {
      query_text,
      dataset_keys: [datasetKey],
      search_type: 'HYBRID',
      top_k: RANKED,
      only_context: true,
    });
  const ranksOf = async (asked: readonly Paraphrased[]): Promise<Rank[]> => {
    const ranks: Rank[] = [];
    for (const { inOtherWords, passage } of asked)
      ranks.push(rankOf(await search(inOtherWords), documentOf.get(passage)));
    return ranks;
  };
  /** Rates a passage for a question as it was asked at first, if it is among the results. */
  const rate = async (
    rating: 'up' | 'down',
    { asked, passage }: Paraphrased,
    isRated: (isRight: boolean, rank: number) => boolean,
  ): Promise<void> => {
    const right = documentOf.get(passage);
    const { results } = await search(asked);
    const rated = results.filter(({ provenance }, at) => isRated(provenance?.document_id === right, at + 1));
    if (rated.length === 0) return;
    const chunk_ids = rated.map(({ chunk_id }) => chunk_id);
    await service.post('/v1/knowledge/feedback', { rating, query_text: asked, chunk_ids });
  };

  const rated = questions.filter((_, at) => at % 2 === 0);
  const others = questions.filter((_, at) => at % 2 === 1);
  const ranks: Record<string, readonly Rank[]> = {
    'rated, before': await ranksOf(rated),
    'not rated, before': await ranksOf(others),
  };
  for (const question of rated) await rate('down', question, (isRight, rank) => !isRight && rank === 1);
  ranks['rated, a wrong first result is rated `down`'] = await ranksOf(rated);
  ranks['not rated, meanwhile'] = await ranksOf(others);
  for (const question of rated) await rate('up', question, (isRight) => isRight);
  ranks['rated, the right passage is rated `up` as well'] = await ranksOf(rated);
  ranks['not rated, at the end'] = await ranksOf(others);
  await service.close();
  printRanks(ranks);
}
