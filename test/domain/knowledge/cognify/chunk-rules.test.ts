/** The rules by which documents are cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkRules, overlapsTooMuch } from '../../../../domain/knowledge/cognify/chunk-rules.ts';

test('a chunk fills 70 % of what the model takes, also when the document is not cut', () => {
  const limits = (asked: object, contextTokens: number | null) => {
    const { target_tokens, limit_tokens } = chunkRules(asked, contextTokens);
    return [target_tokens, limit_tokens];
  };
  assert.deepEqual(limits({}, null), [256, null]);
  assert.deepEqual(limits({}, 512), [256, 358]);
  assert.deepEqual(limits({ target_tokens: 1000 }, 512), [358, 358]);
  assert.deepEqual(limits({ enabled: false }, 512), [358, 358]);
  assert.deepEqual(limits({ enabled: false }, null), [2048, null]);
  assert.equal(chunkRules({ enabled: false, max_chunks: 5 }, null).max_chunks, 1);
});

test('an overlap is measured by what the model leaves of the size asked for', () => {
  const asked = { target_tokens: 1000, overlap_tokens: 179 };
  assert.equal(overlapsTooMuch(chunkRules(asked, null)), false);
  assert.equal(overlapsTooMuch(chunkRules(asked, 512)), true);
  assert.equal(overlapsTooMuch(chunkRules({ ...asked, enabled: false }, 512)), false);
});
