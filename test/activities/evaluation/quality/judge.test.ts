/** What a judge is shown at once depends on the context of its model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBy } from '../../../../activities/evaluation/quality/measuring/judge.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';

test('texts take what the context of a model leaves beside output and instructions, and never more than others', () => {
  const models = (context: Readonly<Record<string, string>>) => {
    const settings = { MODEL_ONE_URL: 'http://127.0.0.1:9/v1', MODEL_ONE_ID: 'one', ...context };
    const { named } = readSettings(settings, readModels);
    const asked = () => assert.fail('Nothing is asked.');
    return { named: (name: string) => named[name] ?? assert.fail(name), extract: asked, weigh: asked };
  };
  const caller = { tenantId: 't', signal: new AbortController().signal, spend: () => undefined, about: null };
  const roomOf = (tokens: string | null): number =>
    judgeBy(models(tokens === null ? {} : { MODEL_ONE_CONTEXT_TOKENS: tokens }), 'one', caller).room;
  assert.deepEqual(['128000', '8192', '1000'].map(roomOf), [24_000, 2476, -400]);
  assert.equal(roomOf(null), 24_000);
});
