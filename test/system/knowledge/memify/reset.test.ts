/**
 * A Memify job that an operator resets once it has ended, after the dataset has changed: its counts hold for what is
 * there.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeCommunityList } from '../../../../api/knowledge/communities.ts';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import { addTexts, createDataset, removeDocument, resultOf, runKnowledge } from '../../../support/knowledge/client.ts';
import type { LabelledText } from '../../../support/knowledge/client.ts';
import { lastNames } from '../../../support/knowledge/people.ts';
import { sharedSystem } from '../../../support/service/system.ts';
import { temporalWorkflow } from '../../../support/service/temporal-cli.ts';

const { api, ...place } = await sharedSystem();
const client = await api.client();

/** The result of a job that was reset to its beginning. */
async function resultOfReset({ job_id }: KnowledgeJobResult): Promise<KnowledgeJobResult> {
  const reset = ['reset', '--workflow-id', job_id, '--type', 'FirstWorkflowTask', '--reason', 'once more'];
  await temporalWorkflow(place, ...reset);
  return resultOf(client, job_id);
}

async function cognified(key: string, texts: readonly LabelledText[], inputs: readonly object[] = []): Promise<string> {
  const id = await createDataset(client, key);
  await addTexts(client, key, texts);
  if (inputs.length > 0) await runKnowledge(client, 'add', { dataset_key: key, inputs });
  await runKnowledge(client, 'cognify', { dataset_key: key });
  return id;
}

async function communitiesOf(id: string): Promise<number> {
  const path = `/v1/knowledge/datasets/${id}/communities`;
  return (await client.expect<Static<typeof KnowledgeCommunityList>>(200, 'GET', path)).items.length;
}

/** Each has a community of its own. */
const [hidden, ...open] = lastNames(4).map((town) => ({
  label: town,
  text: `Ada ${town} learned from Ben ${town}. Ben ${town} wrote to Cleo ${town}. Cleo ${town} taught Ada ${town}.`,
}));

test('communities of a job that was reset are those that are left, and what it added counts in all of its runs', async () => {
  assert.ok(hidden);
  const { label, text } = hidden;
  const object = await client.upload(Buffer.from(text), `${label}.md`, { access_policy: { access_level: 'private' } });
  const id = await cognified('guilds', open, [{ input_type: 'object_id', object_id: object.object_id, label }]);
  const memify = (dry_run: boolean) =>
    runKnowledge(client, 'memify', { dataset_key: 'guilds', pipeline: 'communities', dry_run });
  const [dry, real] = [await memify(true), await memify(false)];
  const all = await communitiesOf(id);
  const added = { communities_added: all, communities_changed: 0, communities_removed: 0, communities_described: 0 };
  assert.ok(all >= 4, String(all));
  assert.deepEqual(dry.counts, { ...added, communities: all, communities_summarized: 0 });
  assert.deepEqual(real.counts, { ...added, communities: all, communities_summarized: all });

  // One with its layer, and one of several in a layer.
  for (const gone of [label, open[0]?.label ?? '']) await removeDocument(client, id, gone);
  const left = await communitiesOf(id);
  assert.equal(left, all - 2);
  const again = { ...added, communities: left };
  assert.deepEqual((await resultOfReset(dry)).counts, { ...again, communities_added: 0, communities_summarized: 0 });
  assert.deepEqual((await resultOfReset(real)).counts, { ...again, communities_summarized: all });
  assert.equal(await communitiesOf(id), left);
});

test('a consolidation that was reset also merges what was added meanwhile, and counts the merges of all of its runs', async () => {
  const id = await cognified('boards', [
    { label: 'Board', text: 'The Finance Board met in Carrow. The Board of Finance pays.' },
  ]);
  const consolidate = (dry_run: boolean) =>
    runKnowledge(client, 'memify', {
      dataset_key: 'boards',
      pipeline: 'consolidate_entities',
      threshold: 0.8,
      dry_run,
    });
  const [dry, real] = [await consolidate(true), await consolidate(false)];
  const none = { merges_found: 0, merges: 0, splits_found: 0, splits: 0 };
  assert.deepEqual(
    [dry.counts, real.counts],
    [
      { ...none, merges_found: 1 },
      { ...none, merges_found: 1, merges: 1 },
    ],
  );

  await addTexts(client, 'boards', [
    { label: 'Guild', text: 'The Harbour Guild met in Norwich. The Guild of Harbour pays.' },
  ]);
  await runKnowledge(client, 'cognify', { dataset_key: 'boards' });
  assert.deepEqual((await resultOfReset(dry)).counts, { ...none, merges_found: 1 });
  assert.deepEqual((await resultOfReset(real)).counts, { ...none, merges_found: 2, merges: 2 });
  const path = `/v1/knowledge/datasets/${id}/entities/corrections`;
  const { items } = await client.expect<{ items: unknown[] }>(200, 'GET', path);
  assert.equal(items.length, 2);
});
