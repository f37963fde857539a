/** The request of a Cognify job. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import { Flag, Named, Text, Whole, Word } from '../../../contract/schema.ts';
import { EXTRACTORS, common, modelLimits } from './shared.ts';

export const CognifyRequest = Named('KnowledgeCognifyRequest', 'A Cognify job for a dataset.', {
  ...common,
  dry_run: Type.Optional(
    Flag(
      'Estimate only: nothing is written, no model is called, and the result has an `estimate`. Not with ' +
        '`max_cost_usd` or `max_tokens`. Default false.',
      false,
    ),
  ),
  incremental_loading: Type.Optional(Flag('Reuse everything that has not changed. Default true.', true)),
  extractor: Type.Optional(
    Word(
      EXTRACTORS,
      'How entities and facts are found. `auto` (default): by a language model if one has the role `extract`, ' +
        'otherwise by rules. `rules`: by rules only.',
    ),
  ),
  graph_prompt_profile: Type.Optional(
    Text(
      'What the language model extracts: `simple`, `default` (the default), or a profile that the operator has ' +
        'configured.',
      'default',
      { minLength: 1, maxLength: 63 },
    ),
  ),
  ...modelLimits,
  chunking: Type.Optional(
    Named('KnowledgeChunking', 'How documents are cut into chunks.', {
      enabled: Type.Optional(
        Flag(
          '`false`: the beginning of each document, as much as the embedding model takes and at most 2,048 ' +
            'tokens, is its only chunk. Default true.',
          true,
        ),
      ),
      strategy: Type.Optional(
        Word(
          CHUNK_STRATEGIES,
          'Where to cut. `semantic` (default): at headings, blocks and sentences; `sentence`: between ' +
            'sentences; `fixed`: between words.',
        ),
      ),
      target_tokens: Type.Optional(
        Whole(`Maximum size of a chunk, in estimated tokens. Default ${DEFAULT_CHUNK_RULES.target_tokens}.`, 256, {
          minimum: 32,
          maximum: 2048,
        }),
      ),
      overlap_tokens: Type.Optional(
        Whole('Tokens of the previous chunk to repeat; less than half of `target_tokens`. Default 0.', 0, {
          maximum: 1024,
        }),
      ),
      max_chunks: Type.Optional(
        Whole(
          'Maximum chunks per document; the rest of the document is left out. Default ' +
            `${DEFAULT_CHUNK_RULES.max_chunks}.`,
          10_000,
          {
            minimum: 1,
            maximum: 100_000,
          },
        ),
      ),
    }),
  ),
});
export type CognifyRequest = Static<typeof CognifyRequest>;
