import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import type { StorageUploadSession } from '../../../api/storage/uploads/schemas.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { makePdf } from '../../support/documents/pdf.ts';
import { keysIn, openMultiparts, openStore } from '../../support/store.ts';
import { openSystem } from '../../support/service/system.ts';
import {
  complete,
  completeObject,
  download,
  openUpload,
  put,
  putParts,
  putWhole,
  readUpload,
  sha256,
} from '../../support/service/uploads.ts';

const MIB = 1024 ** 2;
const bucket = `uploads-${randomBytes(4).toString('hex')}`;
const system = openSystem({ S3_BUCKET: bucket, UPLOAD_PART_BYTES: String(5 * MIB) });
const api = await system.startApi();
const database = openDatabase(setting('DATABASE_URL'));
const store = openStore(bucket);
after(async () => {
  store.close();
  await database.close();
});

const pdf = makePdf([{ text: [{ x: 72, y: 90, text: 'Tide tables', size: 22, font: 'bold' }] }]);
const large = randomBytes(11 * MIB);

/** Keys of an object, and of the session that creates it. */
async function keysOf({ upload_id, object_id }: StorageUploadSession): Promise<string[]> {
  return [...(await keysIn(store, `objects/${object_id}/`)), ...(await keysIn(store, `uploads/${upload_id}`))];
}

interface Invalid {
  readonly detail: readonly {
    readonly loc: readonly (string | number)[];
    readonly type: string;
    readonly msg: string;
  }[];
}

test('a file in one part: PUT, complete, read it back; its type is detected, its key is not shown', async () => {
  const client = await api.client();
  const request = {
    filename: '../../Gezeiten/übersicht.pdf',
    metadata: { year: 2026 },
    tags: ['tides'],
    size_bytes: pdf.byteLength,
  };
  const session = await openUpload(client, request);
  assert.deepEqual(
    [session.state, session.method, session.content_type, session.filename, session.parts],
    ['open', 'single_part', 'application/pdf', 'übersicht.pdf', []],
  );
  assert.equal((await client.send('GET', `/v1/storage/objects/${session.object_id}`)).status, 404);
  await putWhole(session, pdf);
  const object = await completeObject(client, session.upload_id, {
    parts: [],
    checksum_sha256: sha256(pdf).toUpperCase(),
  });
  assert.partialDeepStrictEqual(object, {
    object_id: session.object_id,
    filename: 'übersicht.pdf',
    content_type: 'application/pdf',
    size_bytes: pdf.byteLength,
    sha256: sha256(pdf),
    version: 1,
    metadata: { year: 2026 },
    tags: ['tides'],
    retention_class: 'standard',
    expires_at: null,
  });
  assert.ok((await download(client, object.object_id)).equals(pdf));
  const done = await readUpload(client, session.upload_id);
  assert.deepEqual([done.state, done.version, done.url, done.error], ['completed', 1, null, null]);
  assert.equal((await keysOf(session)).length, 1);
  assert.deepEqual(await completeObject(client, session.upload_id, { checksum_sha256: sha256(pdf) }), object);
});

test('bytes that are written after the completion change nothing', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'notes.txt', content_type: 'text/plain' });
  await putWhole(session, Buffer.from('the first words'));
  const object = await completeObject(client, session.upload_id);
  await putWhole(session, Buffer.from('other words'));
  assert.equal((await download(client, object.object_id)).toString(), 'the first words');
});

test('an interrupted multipart upload resumes with the missing parts and becomes one object', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'recording.bin', size_bytes: large.byteLength });
  assert.deepEqual(
    [session.method, session.part_size_bytes, session.part_count, session.url],
    ['multipart_parts', 5 * MIB, 3, null],
  );
  assert.deepEqual(
    session.parts.map(({ part_number, size_bytes, etag }) => [part_number, size_bytes, etag]),
    [
      [1, 5 * MIB, null],
      [2, 5 * MIB, null],
      [3, MIB, null],
    ],
  );
  const page = await readUpload(client, session.upload_id, '?first_part=2&limit=1');
  assert.deepEqual([page.parts.map(({ part_number }) => part_number), page.next_part_number], [[2], 3]);
  await putParts(page, large);

  const resumed = await readUpload(client, session.upload_id);
  assert.deepEqual([resumed.received_part_count, resumed.next_part_number], [1, null]);
  const missing = resumed.parts.filter(({ etag }) => etag === null);
  assert.deepEqual(
    missing.map(({ part_number }) => part_number),
    [1, 3],
  );
  const sent = await putParts({ ...resumed, parts: missing }, large);
  const kept = resumed.parts.flatMap(({ part_number, etag }) => (etag === null ? [] : [{ part_number, etag }]));
  const object = await completeObject(client, session.upload_id, {
    parts: [...sent, ...kept],
    checksum_sha256: sha256(large),
  });
  assert.deepEqual([object.size_bytes, object.sha256], [large.byteLength, sha256(large)]);
  assert.ok((await download(client, object.object_id)).equals(large));
  assert.ok(!(await openMultiparts(store)).some((key) => key.includes(session.object_id)));
});

test('missing, repeated, unknown and wrong parts are named, and the session stays open', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'recording.bin', size_bytes: large.byteLength });
  const [first, second, third] = await putParts(session, large);
  assert.ok(first && second && third);
  const parts = [first, first, { ...second, etag: '"0123"' }, { part_number: 9, etag: 'x' }];
  const answer = await complete<Invalid>(client, session.upload_id, { parts });
  assert.equal(answer.status, 422);
  assert.deepEqual(
    answer.body.detail.map(({ loc, type }) => [loc, type]),
    [
      [['body', 'parts', 1], 'part_repeated'],
      [['body', 'parts', 2], 'part_etag'],
      [['body', 'parts', 3], 'part_unknown'],
      [['body', 'parts'], 'part_missing'],
    ],
  );
  assert.match(answer.body.detail[3]?.msg ?? '', /Part 3 of 3/);
  await completeObject(client, session.upload_id, { parts: [third, second, first] });
  const single = await openUpload(client, { filename: 'a.txt' });
  assert.equal((await complete(client, single.upload_id, { parts: [first] })).status, 422);
});

test('a wrong checksum creates no object and is reported; a new upload succeeds', async () => {
  const client = await api.client();
  for (const bytes of [pdf, large]) {
    const session = await openUpload(client, { filename: 'report.bin', size_bytes: bytes.byteLength });
    const upload = async (from: StorageUploadSession) => {
      if (from.method === 'multipart_parts') return putParts(from, bytes);
      await putWhole(from, bytes);
      return [];
    };
    const wrong = sha256(Buffer.from('something else'));
    const refused = await complete(client, session.upload_id, { parts: await upload(session), checksum_sha256: wrong });
    assert.equal(refused.status, 409);
    assert.partialDeepStrictEqual(refused.body, { code: 'checksum_mismatch', expected: wrong, actual: sha256(bytes) });
    assert.equal((await client.send('GET', `/v1/storage/objects/${session.object_id}`)).status, 404);
    // A client may be replacing the bytes of its one part as soon as the session is open, so nothing removes them.
    assert.equal((await keysOf(session)).length, bytes === large ? 0 : 1);
    const again = await readUpload(client, session.upload_id);
    assert.deepEqual([again.state, again.error?.code], ['open', 'checksum_mismatch']);
    if (bytes === large) assert.equal(again.received_part_count, 0);
    const object = await completeObject(client, session.upload_id, {
      parts: await upload(again),
      checksum_sha256: sha256(bytes),
    });
    assert.equal(object.sha256, sha256(bytes));
    assert.equal((await readUpload(client, session.upload_id)).error, null);
    const late = await complete(client, session.upload_id, { checksum_sha256: wrong });
    assert.deepEqual([late.status, late.body.code], [409, 'checksum_mismatch']);
    assert.equal((await keysOf(session)).length, 1);
  }
});

test('after a wrong checksum, a file in one part is completed with the right one, without a new upload', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'report.pdf', size_bytes: pdf.byteLength });
  await putWhole(session, pdf);
  const refused = await complete(client, session.upload_id, { checksum_sha256: sha256(Buffer.from('something else')) });
  assert.deepEqual([refused.status, refused.body.code], [409, 'checksum_mismatch']);
  const object = await completeObject(client, session.upload_id, { checksum_sha256: sha256(pdf) });
  assert.ok((await download(client, object.object_id)).equals(pdf));
});

test('ten concurrent completions create one object', async () => {
  const client = await api.client();
  for (const bytes of [pdf, large]) {
    const session = await openUpload(client, { filename: 'report.bin', size_bytes: bytes.byteLength });
    const parts = session.method === 'multipart_parts' ? await putParts(session, bytes) : [];
    if (session.url) await putWhole(session, bytes);
    const objects = await Promise.all(
      Array.from({ length: 10 }, () =>
        completeObject(client, session.upload_id, { parts, checksum_sha256: sha256(bytes) }),
      ),
    );
    assert.equal(new Set(objects.map((object) => JSON.stringify(object))).size, 1);
    assert.equal(objects[0]?.version, 1);
    assert.equal((await keysOf(session)).length, 1);
    assert.ok((await download(client, session.object_id)).equals(bytes));
  }
});

test('concurrent right and wrong completions leave a whole object or an open session', async () => {
  const client = await api.client();
  for (let round = 0; round < 3; round++) {
    const session = await openUpload(client, { filename: 'report.bin', size_bytes: large.byteLength });
    const parts = await putParts(session, large);
    const wrong = sha256(Buffer.from('something else'));
    const answers = await Promise.all(
      [sha256(large), wrong, sha256(large), wrong].map((checksum_sha256) =>
        complete(client, session.upload_id, { parts, checksum_sha256 }),
      ),
    );
    // 503 asks for a retry when the bytes were removed because another completion's checksum did not match.
    for (const { status } of answers) assert.ok([200, 409, 422, 503].includes(status), String(status));
    const { state, object_id } = await readUpload(client, session.upload_id);
    if (state === 'completed') assert.ok((await download(client, object_id)).equals(large));
    else assert.deepEqual([state, await keysOf(session)], ['open', []]);
  }
});

test('the object store rejects a size or type other than declared; the actual type of the bytes is detected', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'page.txt', content_type: 'text/plain', size_bytes: 5 });
  assert.equal((await put(session.url, Buffer.from('hello!'), session.headers)).status, 403);
  assert.equal((await put(session.url, Buffer.from('hello'), { 'Content-Type': 'text/html' })).status, 403);
  const nothing = await complete(client, session.upload_id);
  assert.deepEqual([nothing.status, nothing.body.code], [409, 'upload_incomplete']);

  const lying = await openUpload(client, { filename: 'holiday.png', content_type: 'image/png' });
  await putWhole(lying, pdf);
  const object = await completeObject(client, lying.upload_id);
  assert.deepEqual([object.content_type, object.declared_content_type], ['application/pdf', 'image/png']);

  const parts = await openUpload(client, { filename: 'recording.bin', size_bytes: large.byteLength });
  assert.equal((await put(parts.parts[0]?.url ?? null, Buffer.from('short'))).status, 403);
});

test('an empty file is an object of zero bytes', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'empty', size_bytes: 0 });
  await putWhole(session, Buffer.alloc(0));
  const object = await completeObject(client, session.upload_id, { checksum_sha256: sha256(Buffer.alloc(0)) });
  assert.deepEqual([object.size_bytes, object.sha256], [0, sha256(Buffer.alloc(0))]);
});

test('an aborted session leaves nothing and cannot be completed; a second abort has no effect', async () => {
  const client = await api.client();
  for (const size_bytes of [pdf.byteLength, large.byteLength]) {
    const session = await openUpload(client, { filename: 'report.bin', size_bytes });
    if (session.url) await putWhole(session, pdf);
    else await putParts({ ...session, parts: session.parts.slice(0, 1) }, large);
    for (let i = 0; i < 2; i++) {
      const aborted = await client.send<StorageUploadSession>('DELETE', `/v1/storage/uploads/${session.upload_id}`);
      assert.deepEqual([aborted.status, aborted.body.state, aborted.body.parts], [200, 'aborted', []]);
    }
    const late = await complete(client, session.upload_id);
    assert.deepEqual([late.status, late.body.code, late.body.state], [409, 'upload_state', 'aborted']);
    assert.deepEqual(await keysOf(session), []);
    assert.ok(!(await openMultiparts(store)).some((key) => key.includes(session.object_id)));
  }
});

test('an expired or completed session accepts nothing more', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'report.pdf' });
  await putWhole(session, pdf);
  const where = { id: session.upload_id };
  await database.db.uploadSession.update({ where, data: { expiresAt: new Date(Date.now() - 1000) } });
  const late = await complete(client, session.upload_id);
  assert.deepEqual([late.status, late.body.code, late.body.state], [409, 'upload_state', 'expired']);
  assert.deepEqual((await readUpload(client, session.upload_id)).state, 'expired');

  const done = await openUpload(client, { filename: 'report.pdf' });
  await putWhole(done, pdf);
  await completeObject(client, done.upload_id);
  const abort = await client.send<{ code: string }>('DELETE', `/v1/storage/uploads/${done.upload_id}`);
  assert.deepEqual([abort.status, abort.body.code], [409, 'upload_state']);
});

test('only its owner can use a session', async () => {
  const owner = await api.client({ subject: 'owner' });
  const session = await openUpload(owner, { filename: 'report.pdf' });
  const others = [
    await api.client({ tenant: owner.tenant, subject: 'colleague' }),
    await api.client({ subject: 'owner' }),
  ];
  for (const other of others) {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/complete'],
    ] as const) {
      const answer = await other.send(method, `/v1/storage/uploads/${session.upload_id}${path}`);
      assert.equal(answer.status, 404, method);
    }
    const version = await other.send('POST', '/v1/storage/uploads', {
      body: { filename: 'a', object_id: session.object_id },
    });
    assert.equal(version.status, 404);
  }
});

test('an upload to an object creates its next version; members that are not given stay', async () => {
  const client = await api.client();
  const first = await client.upload(Buffer.from('one'), 'notes.txt');
  const { object_id } = first;
  const attributes = { metadata: { a: 1 }, tags: ['kept'] };
  await client.send('PATCH', `/v1/storage/objects/${object_id}`, { body: attributes });
  const sessions = await Promise.all(
    ['two', 'three'].map(async (text) => {
      const session = await openUpload(client, { filename: `${text}.md`, object_id });
      await putWhole(session, Buffer.from(`# ${text}`));
      return session;
    }),
  );
  const versions = await Promise.all(sessions.map(({ upload_id }) => completeObject(client, upload_id)));
  assert.deepEqual(new Set(versions.map(({ object_id: id }) => id)), new Set([object_id]));
  const now = (await client.send<StorageObject>('GET', `/v1/storage/objects/${object_id}`)).body;
  assert.partialDeepStrictEqual(now, { version: 3, ...attributes, content_type: 'text/markdown' });

  interface Versions {
    readonly items: readonly { readonly version: number; readonly sha256: string }[];
    readonly next_cursor: string | null;
  }
  const path = `/v1/storage/objects/${object_id}/versions`;
  const { body: page } = await client.send<Versions>('GET', `${path}?limit=2`);
  const { body: rest } = await client.send<Versions>('GET', `${path}?limit=2&cursor=${page.next_cursor}`);
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ version }) => version),
    [3, 2, 1],
  );
  assert.equal(rest.next_cursor, null);
  assert.equal(rest.items[0]?.sha256, first.sha256);
  assert.equal((await download(client, object_id, '?version=1')).toString(), 'one');
  const missing = await client.send('GET', `/v1/storage/objects/${object_id}/download-url?version=4`);
  assert.equal(missing.status, 404);
});

test('a new version of an object that is deleted in the meantime fails and leaves nothing', async () => {
  const client = await api.client();
  const { object_id } = await client.upload(Buffer.from('one'), 'notes.txt');
  const session = await openUpload(client, { filename: 'notes.txt', object_id });
  await putWhole(session, Buffer.from('two'));
  assert.equal((await client.send('DELETE', `/v1/storage/objects/${object_id}`)).status, 204);
  const late = await complete(client, session.upload_id);
  assert.deepEqual([late.status, late.body.code, late.body.state], [409, 'upload_state', 'failed']);
  assert.equal((await readUpload(client, session.upload_id)).error?.code, 'not_found');
  assert.deepEqual(await keysOf(session), []);
});

test('text that the database cannot store is refused, naming the member', async () => {
  const client = await api.client();
  const body = { filename: 'a\0b.txt', metadata: { deep: ['\ud800'] } };
  const answer = await client.send<Invalid>('POST', '/v1/storage/uploads', { body });
  assert.equal(answer.status, 422);
  assert.deepEqual(
    answer.body.detail.map(({ loc }) => loc),
    [
      ['body', 'filename'],
      ['body', 'metadata', 'deep', 0],
    ],
  );
});
