/** The embedder in the embedded stack. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEmbedder } from '../../../embedded/servers/embedder.ts';
import { Supervisor } from '../../../embedded/supervisor/supervisor.ts';
import { setUpEmbedder } from '../../support/servers/embedder.ts';

const home = mkdtempSync(join(tmpdir(), 'tidemill-embedder-'));
const said: string[] = [];
const supervisor = await Supervisor.open(home, (line) => said.push(line));
after(async () => {
  await supervisor.stop();
  rmSync(home, { recursive: true });
});
await setUpEmbedder();

/** Starts it with these settings in the environment of this process. */
async function start(settings: Readonly<Record<string, string>>) {
  Object.assign(process.env, settings);
  try {
    return await startEmbedder(supervisor, (line) => said.push(line));
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
}

test('it becomes the embedding model of the service', async () => {
  const { MODEL_EMBEDDER_URL: url = '', MODEL_EMBEDDER_ID: id } = await start({ EMBEDDER_PORT: '0' });
  assert.equal(id, 'multilingual-e5-small');
  const { data } = (await (await fetch(`${url}/models`)).json()) as { data: readonly { id: string }[] };
  assert.deepEqual(
    data.map((model) => model.id),
    [id],
  );
});

test('it is not started where another embedding model is named', async () => {
  const started = supervisor.children.length;
  const other = { MODEL_EMBEDDER_URL: 'http://127.0.0.1:1/v1', MODEL_EMBEDDER_ID: 'text-embedding-3-small' };
  assert.deepEqual(await start(other), {});
  assert.equal(supervisor.children.length, started);
});

test('it is started beside another embedding model when EMBED_MODEL names it', async () => {
  const other = { MODEL_OTHER_URL: 'http://127.0.0.1:1/v1', MODEL_OTHER_ID: 'text-embedding-3-small' };
  assert.deepEqual(await start({ ...other, EMBED_MODEL: 'other' }), {});
  const { MODEL_EMBEDDER_ID: id } = await start({ ...other, EMBED_MODEL: 'embedder', EMBEDDER_PORT: '0' });
  assert.equal(id, 'multilingual-e5-small');
});

test('where it cannot be set up, the reason is printed and the rest starts', async () => {
  const tools = join(home, 'tools');
  mkdirSync(tools);
  for (const name of ['npm', 'python3']) {
    writeFileSync(join(tools, name), '#!/bin/sh\necho no registry >&2\nexit 1\n', { mode: 0o755 });
  }
  const empty = {
    EMBEDDER_DIR: join(home, 'none'),
    DOCUMENT_AI_DIR: join(home, 'no-document-ai'),
    EMBEDDER_PORT: '0',
  };
  const { PATH = '' } = process.env;
  process.env['PATH'] = `${tools}:${PATH}`;
  try {
    assert.deepEqual(await start(empty), {});
  } finally {
    process.env['PATH'] = PATH;
  }
  assert.match(
    said.at(-1) ?? '',
    /^The embedder could not be set up \(no registry\)\. Fix: .* starts without an embedding model\.$/,
  );
});
