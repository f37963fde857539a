/** No item quotes what its reader may not read, whatever the policies were when it was made. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SynthesisResult } from '../../api/synthesis/schemas.ts';
import { ACCESS_LEVELS } from '../../domain/access/policy.ts';
import { documentIdOfJob } from '../../domain/ids.ts';
import type { Client } from '../support/client.ts';
import { createDataset, runKnowledge } from '../support/knowledge-client.ts';
import { jsonReply, modelSettings, plainReply, serveModel } from '../support/scripted-model.ts';
import { openSystem } from '../support/system.ts';

const model = await serveModel(plainReply);
/** Asks for two passages and quotes the first one alone. */
const writer = await serveModel(({ body }) => {
  const [, passage = ''] =
    /<passage number="1">\n.*?\n\n(.*?)\n<\/passage>/s.exec(body.messages?.[1]?.content ?? '') ?? [];
  return jsonReply({
    questions: [{ question: 'Which is older?', answer: 'it', quotes: [{ passage: 1, text: passage }] }],
  });
});
const system = openSystem({
  ...modelSettings('vectors', model, { DIMENSIONS: '8' }),
  ...modelSettings('writer', writer),
  ...{ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' },
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

const roles = fc.uniqueArray(fc.constantFrom('doctor', 'nurse'), { maxLength: 2 });
const policy = fc.record({
  access_level: fc.constantFrom(...ACCESS_LEVELS),
  allowed_role_keys: roles,
  denied_role_keys: roles,
  purpose_tags: fc.subarray(['care']),
});
/** Names that no other text has. */
const SECRETS = ['Zarkon', 'Quillix', 'Vombar', 'Jurrap'];
const TEXTS = SECRETS.map(
  (name, at) => `# ${name} Mill\n\n${name} Mill was built in 178${at}. ${name} Mill is located in Norwich.`,
);
const object = fc.record({
  owner: fc.constantFrom('ann', 'ben'),
  before: policy,
  /** What becomes of it between the synthesis and the reading. */
  later: fc.oneof(fc.constantFrom('kept' as const, 'deleted' as const), policy),
});
const reader = fc.record({
  subject: fc.constantFrom('ann', 'ben', 'cleo'),
  roles,
  purpose: fc.option(fc.constant('care')),
});
const world = fc.record({
  objects: fc.array(object, { minLength: SECRETS.length, maxLength: SECRETS.length }),
  makers: fc.array(reader, { minLength: 2, maxLength: 2 }),
  readers: fc.array(reader, { minLength: 4, maxLength: 4 }),
});

interface Person {
  readonly client: Client;
  readonly headers: Readonly<Record<string, string>>;
}

/** Which of the objects somebody may read, as a set of their places. */
async function readable({ client, headers }: Person, objects: readonly string[]): Promise<ReadonlySet<number>> {
  const path = (id: string): string => `/v1/storage/objects/${id}`;
  const answers = await Promise.all(objects.map((id) => client.send('GET', path(id), { headers })));
  return new Set(answers.flatMap(({ status }, at) => (status === 200 ? [at] : [])));
}

test('items that quote a document are made for and shown to those alone who may read it then and now', async () => {
  let [hidden, shown, withheld, whole] = [0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(world, async ({ objects, makers, readers }) => {
      const tenant = `t-${randomBytes(6).toString('hex')}`;
      const personOf = async (person: (typeof readers)[number]): Promise<Person> => ({
        client: await api.client({ tenant, subject: person.subject, roles: person.roles }),
        headers: { ...(person.purpose !== null && { 'X-Access-Purpose': person.purpose }) },
      });
      const [ann, ben] = await Promise.all(['ann', 'ben'].map((subject) => api.client({ tenant, subject })));
      assert.ok(ann && ben);
      const ownerOf = (owner: string): Client => (owner === 'ann' ? ann : ben);
      const stored = await Promise.all(
        objects.map(async ({ owner, before }, at) => {
          const file = Buffer.from(TEXTS[at] ?? '');
          return (await ownerOf(owner).upload(file, `${at}.md`, { access_policy: before })).object_id;
        }),
      );
      const parsed = await Promise.all(
        stored.map(async (id, at) => {
          const client = ownerOf(objects[at]?.owner ?? '');
          const jobId = await client.submitOne(`service://objects/${id}`);
          await client.waitFor(jobId, 'succeeded');
          return documentIdOfJob(jobId);
        }),
      );
      await createDataset(ann, 'shared');
      for (const owner of ['ann', 'ben']) {
        const own = stored.filter((_id, at) => objects[at]?.owner === owner);
        const inputs = own.map((object_id) => ({ input_type: 'object_id', object_id }));
        if (own.length > 0) await runKnowledge(ownerOf(owner), 'add', { dataset_key: 'shared', inputs });
      }
      await runKnowledge(ann, 'cognify', { dataset_key: 'shared', extractor: 'rules' });

      const jobs: { readonly id: string; readonly sources: ReadonlySet<number>; readonly type: string }[] = [];
      for (const [index, person] of makers.entries()) {
        const maker = await personOf(person);
        const open = await readable(maker, stored);
        const someone = [...open];
        for (const input of [
          { type: 'knowledge', dataset_key: 'shared' },
          { type: 'documents', document_ids: someone.map((at) => parsed[at]) },
          { type: 'objects', object_ids: someone.map((at) => stored[at]) },
        ]) {
          const options = { kinds: { temporal: 1, single_hop: 1, comparison: 1, unanswerable: 1 } };
          const body = { count: 100, generator: 'rules', input, options, ...(index > 0 && { preview: 20 }) };
          const sent = { headers: maker.headers, body };
          const expected = open.size === 0 ? 422 : 202;
          const answer = await maker.client.expect<{ job_id: string }>(expected, 'POST', '/v1/synthesis/jobs', sent);
          if (expected === 202) jobs.push({ id: answer.job_id, sources: open, type: input.type });
        }
        for (const [place, document] of parsed.entries()) {
          if (open.has(place)) continue;
          const input = { type: 'documents', document_ids: [document] };
          await maker.client.expect(422, 'POST', '/v1/synthesis/jobs', { headers: maker.headers, body: { input } });
        }
      }
      for (const { id } of jobs) await ann.waitFor(id, 'succeeded');
      const before = await Promise.all(readers.map(async (one) => readable(await personOf(one), stored)));
      for (const [at, { owner, later }] of objects.entries()) {
        const path = `/v1/storage/objects/${stored[at]}`;
        if (later === 'deleted') await ownerOf(owner).send('DELETE', path);
        else if (later !== 'kept') await ownerOf(owner).expect(200, 'PATCH', path, { body: { access_policy: later } });
      }

      for (const [index, person] of (await Promise.all(readers.map(personOf))).entries()) {
        const now = await readable(person, stored);
        for (const { id, sources, type } of jobs) {
          const path = `/v1/synthesis/jobs/${id}/result`;
          const result = await person.client.expect<SynthesisResult>(200, 'GET', path, { headers: person.headers });
          const files = await Promise.all(result.outputs.map(async ({ url }) => (await fetch(url)).text()));
          const text = [JSON.stringify(result), ...files].join('\n');
          for (const [at, secret] of SECRETS.entries()) {
            const isOpen = sources.has(at) && now.has(at);
            if (!isOpen) hidden++;
            else if (text.includes(secret)) shown++;
            assert.ok(isOpen || !text.includes(secret), `${id} shows ${secret} to reader ${index}`);
          }
          assert.equal(result.outputs.length === 0, result.withheld > 0);
          withheld += result.withheld;
          // A document keeps the policy of its beginning, too; the copies that a job had parsed do not.
          const isOpen = (at: number): boolean => now.has(at) && (type === 'objects' || before[index]?.has(at) === true);
          const isWhole = [...sources].every(isOpen);
          if (isWhole) assert.equal(result.withheld, 0, id);
          whole += isWhole ? 1 : 0;
        }
      }
    }),
    // A run takes seconds: to shrink one takes too long.
    { numRuns: 6, endOnFailure: true },
  );
  for (const count of [hidden, shown, withheld, whole])
    assert.ok(count > 0, [hidden, shown, withheld, whole].join(' '));
});

test('a rejected item is withheld from who may not read a passage that it shows and does not quote', async () => {
  const tenant = `t-${randomBytes(6).toString('hex')}`;
  const [ann, ben] = await Promise.all(['ann', 'ben'].map((subject) => api.client({ tenant, subject })));
  assert.ok(ann && ben);
  const shared = { access_policy: { access_level: 'tenant_shared' } } as const;
  const stored = await Promise.all(
    TEXTS.slice(0, 2).map(async (text, at) => (await ann.upload(Buffer.from(text), `${at}.md`, shared)).object_id),
  );
  const input = { type: 'objects', object_ids: stored };
  const body = { count: 4, generator: 'writer', keep_rejected: true, input, options: { kinds: { comparison: 1 } } };
  const { job_id } = await ann.expect<{ job_id: string }>(202, 'POST', '/v1/synthesis/jobs', { body });
  await ann.waitFor(job_id, 'succeeded');
  const read = (who: Client) => who.expect<SynthesisResult>(200, 'GET', `/v1/synthesis/jobs/${job_id}/result`);
  const whole = await read(ben);
  assert.ok(whole.rejected_items.length > 0);
  for (const { reason, value } of whole.rejected_items) {
    assert.equal(reason, 'quote');
    for (const secret of SECRETS.slice(0, 2)) assert.ok(JSON.stringify(value).includes(secret), secret);
  }

  for (const [at, object] of stored.entries()) {
    const setPolicy = (access_level: string) =>
      ann.expect(200, 'PATCH', `/v1/storage/objects/${object}`, { body: { access_policy: { access_level } } });
    await setPolicy('private');
    const result = await read(ben);
    assert.ok(!JSON.stringify(result).includes(SECRETS[at] ?? ''), `it shows passage ${at}`);
    assert.deepEqual([result.withheld, result.outputs], [whole.rejected_items.length, []]);
    await setPolicy('tenant_shared');
  }
});
