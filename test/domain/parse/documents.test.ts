import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { newId } from '../../../domain/ids.ts';
import { readDocument, writeDocument, writeFiles } from '../../../domain/parse/documents.ts';
import type { WarningCode } from '../../../engines/parse/documents/warnings.ts';
import { json } from '../../../platform/database/json.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';

const { database } = await ownDatabase();

const FACTS = {
  title: null,
  authors: [],
  language: null,
  source_created_at: null,
  page_count: null,
  page_spans: [],
  page_qualities: [],
  properties: {},
  images: [],
  words: 1,
  markdown_bytes: 4,
  files: [],
  source: 'mill.md',
  final_url: null,
  fetched_at: null,
  media_type: 'text/markdown',
  bytes: 4,
  sha256: 'aa',
  filename: null,
  engine_id: 'markdown_converter',
  engine_version: '1',
  profile_id: 'markdown_converter.balanced',
  cached: false,
};
const warning = (code: WarningCode) => ({ code, message: 'So it is.', page: null });

test('the warnings of formats follow those of the document, and an attempt that repeats them adds none', async () => {
  const metadata = { ...FACTS, warnings: [warning('incomplete')] };
  const owned = { tenantId: 't1', ownerSubject: 'ann', accessPolicy: json(DEFAULT_ACCESS_POLICY) };
  const row = { ...owned, title: null, markdownKey: 'parse/mill.md', objectId: null, metadata, cacheKey: null };
  const id = await writeDocument(database, newId('job'), row);
  const ofFormats = [warning('tables_omitted'), warning('pictures_omitted')];
  const expected = [warning('incomplete'), ...ofFormats];
  for (const attempt of ['first', 'repeated']) {
    const read = (await readDocument(database, id)) ?? assert.fail('the document is missing');
    await writeFiles(database, read, [], ofFormats);
    assert.deepEqual((await readDocument(database, id))?.metadata.warnings, expected, attempt);
  }
});
