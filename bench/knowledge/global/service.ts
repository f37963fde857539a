/**
 * The searches of the service that answer: `GLOBAL` with and without a model, and plain vectors whose passages a model
 * answers from.
 */
import type { SearchResponse } from '../../../api/knowledge/search/schemas.ts';
import {
  MOST_ANSWER_TOKENS,
  ANSWER_RULES,
  ANSWER_SCHEMA,
  checkAnswer,
  passagesThatFit,
  questionPrompt,
} from '../../../engines/knowledge/answer/index.ts';
import type { ApiClient } from '../../support/client.ts';
import { writeValue } from './chat.ts';
import { marked, NO_ANSWER } from './method.ts';
import type { GlobalAnswer, GlobalMethod } from './method.ts';

/** Passages that a search may show. */
const PASSAGES = 20;

export function serviceMethods(client: ApiClient, datasetKey: string, modelUrl: string): readonly GlobalMethod[] {
  const search = (query_text: string, more: object): Promise<SearchResponse> =>
    client.post('/v1/knowledge/search', {
      query_text,
      dataset_keys: [datasetKey],
      top_k: PASSAGES,
      timeout_seconds: 120,
      ...more,
    });
  return [
    {
      name: 'plain vectors, and an answer by the model',
      answer: async (question) => {
        const { results } = await search(question, { search_type: 'CHUNKS', only_context: true });
        const shown = passagesThatFit(results);
        const user = questionPrompt(question, shown);
        const prompt = { system: ANSWER_RULES, user, maxTokens: MOST_ANSWER_TOKENS };
        const written = await writeValue(modelUrl, 'answer', ANSWER_SCHEMA, prompt);
        if (written === null) return NO_ANSWER;
        const sentences = checkAnswer(written, shown.length).sentences.map(({ text, passages }) =>
          marked(
            text,
            [...passages].map((index) => index + 1),
          ),
        );
        return { text: sentences.join('\n'), sources: shown.map(sourceOf) };
      },
    },
    // What the model may cost suffices for no call.
    {
      name: 'GLOBAL without a model',
      answer: async (question) => answerOf(await search(question, { search_type: 'GLOBAL', max_cost_usd: 0 })),
    },
    {
      name: 'GLOBAL with the model',
      answer: async (question) => answerOf(await search(question, { search_type: 'GLOBAL' })),
    },
  ];
}

const sourceOf = ({ heading, text }: { readonly heading: string; readonly text: string }): string =>
  heading === '' ? text : `${heading}\n${text}`;

/** All that is quoted: the text of an extractive answer has the first sentences alone. */
function answerOf({ answer, results }: SearchResponse): GlobalAnswer {
  if (answer === null) return NO_ANSWER;
  const sources = results.map(sourceOf);
  if (answer.method === 'model') return { text: answer.holds_answer ? answer.text : '', sources };
  return { text: answer.citations.map(({ text, rank }) => marked(text, [rank])).join('\n'), sources };
}
