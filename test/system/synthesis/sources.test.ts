/** What items are made from over HTTP: datasets of knowledge, parsed documents and stored objects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { documentIdOfJob } from '../../../domain/ids.ts';
import type { Client } from '../../support/service/client.ts';
import { addTexts, createDataset, runKnowledge } from '../../support/knowledge/client.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client({ tenant: 'sources', subject: 'ann' });

const SYNC = '/v1/synthesis/sync';

function synthesize(input: object, kind: string, more: object = {}): Promise<SynthesisResult> {
  const body = { count: 5, input, options: { kinds: { [kind]: 1 } }, ...more };
  return client.expect(200, 'POST', SYNC, { body });
}

interface Evidence {
  readonly source: string;
  readonly origin: Readonly<Record<string, unknown>>;
}

/** The evidence of the item with a question. */
function evidenceOf({ items }: SynthesisResult, question: string): readonly [Evidence, ...Evidence[]] {
  const item = items.find(({ value }) => value['question'] === question);
  assert.ok(item, items.map(({ value }) => value['question']).join('\n'));
  return item.provenance['evidence'] as [Evidence, ...Evidence[]];
}

const HOPS = 'Where was the person who built Carrow Mill born?';

test('a question on a dataset of knowledge leads along a path of facts, from document to document', async () => {
  const dataset_id = await createDataset(client, 'mills');
  const inputs = [
    {
      input_type: 'text',
      label: 'mill',
      text: '# Carrow Mill\n\nCarrow Mill was built by John Carrow.',
      node_set: ['mills'],
      metadata: { license: 'CC-BY-4.0', source: 'https://example.com/mill' },
    },
    {
      input_type: 'text',
      label: 'john',
      text: '# John Carrow\n\nJohn Carrow was born in Norwich.',
      node_set: ['people'],
    },
  ];
  await runKnowledge(client, 'add', { dataset_key: 'mills', inputs });
  await runKnowledge(client, 'cognify', { dataset_key: 'mills', extractor: 'rules' });

  const result = await synthesize({ type: 'knowledge', dataset_key: 'mills' }, 'multi_hop');
  assert.deepEqual(result.sources, { passages: 2, is_complete: true });
  const [mill, john] = evidenceOf(result, HOPS);
  const { chunk_id, ...origin } = mill.origin;
  assert.match(String(chunk_id), /^\d+$/);
  assert.deepEqual(mill, {
    fact: { subject: 'Carrow Mill', predicate: 'was built by', object: 'John Carrow' },
    source: `${String(origin['document_id'])}/0`,
    origin: { chunk_id, ...origin },
    start: 15,
    end: 52,
    quote: 'Carrow Mill was built by John Carrow.',
  });
  assert.deepEqual(origin, {
    dataset_id,
    document_id: origin['document_id'],
    span: [0, 52],
    license: 'CC-BY-4.0',
    source: 'https://example.com/mill',
  });
  assert.notEqual(john?.origin['document_id'], origin['document_id']);

  const part = await synthesize({ type: 'knowledge', dataset_id, node_set: 'people' }, 'multi_hop');
  assert.deepEqual([part.sources, part.accepted], [{ passages: 1, is_complete: true }, 0]);
});

test('a dataset without passages is refused before a job starts', async () => {
  await createDataset(client, 'bare');
  await addTexts(client, 'bare', [{ label: 'a', text: 'Carrow Mill was built in 1783.' }]);
  const input = { type: 'knowledge', dataset_key: 'bare' };
  const { detail } = await client.expect<{ detail: { msg: string }[] }>(422, 'POST', SYNC, { body: { input } });
  assert.match(detail[0]?.msg ?? '', /no passages/);
});

const TEXTS = ['Carrow Mill was built in 1783.', 'Eling Mill was built in 1418.'];

test('passages of a parsed document have its pages and spans', async () => {
  const { object_id } = await client.upload(
    makePdf(TEXTS.map((text) => ({ text: [{ x: 72, y: 100, text }] }))),
    'mills.pdf',
  );
  const jobId = await client.submitOne(`service://objects/${object_id}`);
  await client.waitFor(jobId, 'succeeded');
  const document_id = documentIdOfJob(jobId);
  const markdown = (await client.result(jobId)).document.markdown ?? '';
  const result = await synthesize({ type: 'documents', document_ids: [document_id] }, 'temporal');
  const [evidence] = evidenceOf(result, 'When was Eling Mill built?');
  const { span, ...origin } = evidence.origin;
  assert.deepEqual(origin, { document_id, object_id, pages: [1, 2], source: `service://objects/${object_id}` });
  assert.deepEqual(span, [0, markdown.trimEnd().length]);
});

test('stored objects are parsed by child jobs, and one that cannot be fails the job with its name', async () => {
  const mill = await client.upload(Buffer.from(TEXTS[0] ?? ''), 'mill.txt');
  const input = { type: 'objects', object_ids: [mill.object_id] };
  const result = await synthesize(input, 'temporal');
  assert.equal(result.items[0]?.value['question'], 'When was Carrow Mill built?');
  const { children } = await client.status(result.job_id);
  assert.equal(children?.succeeded, 1);

  const broken = await client.upload(Buffer.from('%PDF-1.7 broken'), 'broken.pdf');
  const body = { count: 1, input: { ...input, object_ids: [mill.object_id, broken.object_id] } };
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  const { error } = await client.waitFor(job_id, 'failed');
  assert.deepEqual([error?.code, error?.details['object_id']], ['corrupt', broken.object_id]);
});

test('texts of a request pass on their license and source', async () => {
  const [text = ''] = TEXTS;
  const contexts = [{ id: 'mill', text, license: 'CC0-1.0', source: 'https://example.com' }];
  const result = await synthesize({ type: 'contexts', contexts }, 'temporal');
  const [evidence] = evidenceOf(result, 'When was Carrow Mill built?');
  assert.deepEqual([evidence.source, evidence.origin], ['mill', { license: 'CC0-1.0', source: 'https://example.com' }]);
});

test('each input needs the scope of what it reads', async () => {
  const scopes = ['synthesis:write'];
  const limited: Client = await api.client({ tenant: 'sources', subject: 'ann', scopes });
  const ID = '01k9zt6v3c8wq4m2n7r5x0ybhd';
  for (const [input, scope] of [
    [{ type: 'knowledge', dataset_key: 'mills' }, 'knowledge:read'],
    [{ type: 'documents', document_ids: [`doc_${ID}`] }, 'parse:read'],
    [{ type: 'objects', object_ids: [`obj_${ID}`] }, 'storage:read'],
  ] as const) {
    const answer = await limited.expect<{ scope: string }>(403, 'POST', SYNC, { body: { input } });
    assert.equal(answer.scope, scope);
  }
});

const ID = '01k9zt6v3c8wq4m2n7r5x0ybhd';
for (const [what, input, loc] of [
  ['an unknown document', { type: 'documents', document_ids: [`doc_${ID}`] }, 'document_ids.0'],
  ['an unknown object', { type: 'objects', object_ids: [`obj_${ID}`] }, 'object_ids.0'],
  ['no dataset', { type: 'knowledge' }, 'dataset_id'],
  ['no texts', { type: 'contexts' }, 'contexts'],
  ['a member of another type', { type: 'contexts', contexts: [{ text: 'a' }], node_set: 'b' }, 'node_set'],
  [
    'two texts of one name',
    {
      type: 'contexts',
      contexts: [
        { id: 'a', text: 'a' },
        { id: 'a', text: 'b' },
      ],
    },
    'contexts.1.id',
  ],
] as const) {
  test(`${what} is named`, async () => {
    const { detail } = await client.expect<{ detail: { loc: string[] }[] }>(422, 'POST', SYNC, { body: { input } });
    assert.equal(detail[0]?.loc.join('.'), `body.input.${loc}`);
  });
}
