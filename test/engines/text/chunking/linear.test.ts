/** A text is cut in time linear in its length, whatever it holds. */
import { test } from 'node:test';
import { chunkMarkdown } from '../../../../engines/text/chunking/chunk.ts';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import { assertLinearInText } from '../../../support/linear.ts';

for (const strategy of CHUNK_STRATEGIES) {
  test(`hostile text is cut in linear time: ${strategy}`, async () => {
    await assertLinearInText(strategy, (text) => chunkMarkdown(text, { ...DEFAULT_CHUNK_RULES, strategy }));
  });
}
