import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cacheKey } from '../../../../activities/parse/convert/cache.ts';
import type { ConvertInput } from '../../../../activities/parse/types.ts';
import type { StoredSource } from '../../../../domain/parse/source.ts';
import { findEngine } from '../../../../engines/parse/catalog.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import type { AccessPolicy } from '../../../../domain/access/policy.ts';

const SOURCE: StoredSource = {
  key: 'objects/obj_1/1',
  media_type: 'application/pdf',
  charset: null,
  final_url: null,
  fetched_at: null,
  bytes: 3,
  sha256: 'aa',
  object: null,
  warnings: [],
};

function input(changes: { tenant?: string; subject?: string; policy?: AccessPolicy; sha256?: string }): ConvertInput {
  const { tenant = 'a', subject = 'ann', policy, sha256 = 'aa' } = changes;
  return {
    envelope: {
      kind: 'parse',
      tenant_id: tenant,
      subject,
      roles: [],
      purpose: null,
      priority: 5,
      fingerprint: null,
      source: 'a.pdf',
      traceparent: '',
      created_at: '2026-01-01T00:00:00Z',
      limits: { step_timeout_ms: 1, heartbeat_timeout_ms: 1, retention_days: 1 },
    },
    source: { ...SOURCE, sha256, object: policy ? { id: 'obj_1', access_policy: policy } : null },
    engine_id: 'document_ai_converter',
    profile_id: 'document_ai_converter.document_ai',
    options: DEFAULT_PARSE_OPTIONS,
  };
}

const engine = findEngine('document_ai_converter');
const HERE = { where: 'process', tier: 'agentic' } as const;
const key = (changes: Parameters<typeof input>[0], by: Parameters<typeof cacheKey>[2] = HERE): string =>
  cacheKey(input(changes), engine, by);

it('is equal for the same engine, bytes and tenant', () => {
  assert.equal(key({ subject: 'ann' }), key({ subject: 'bob' }));
});

it('differs by tenant, bytes, version and converter', () => {
  const others = [
    key({ tenant: 'b' }),
    key({ sha256: 'bb' }),
    key({}, { ...HERE, where: 'docling' }),
    cacheKey(input({}), { ...engine, version: '0.0.0' }, HERE),
  ];
  assert.equal(new Set([key({}), ...others]).size, 5);
});

it('differs by charset, address, options and policy of the source', () => {
  const plain = input({});
  const policy = { ...DEFAULT_ACCESS_POLICY, purpose_tags: ['research'] };
  const others: readonly ConvertInput[] = [
    { ...plain, source: { ...plain.source, charset: 'koi8-r' } },
    { ...plain, source: { ...plain.source, final_url: 'https://e.org/' } },
    { ...plain, options: { ...plain.options, tables: 'pipe' } },
    input({ policy }),
  ];
  const keys = [plain, ...others].map((each) => cacheKey(each, engine, HERE));
  assert.equal(new Set(keys).size, 5);
});

it('differs by person for private sources', () => {
  const policy = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' } as const;
  assert.notEqual(key({ policy, subject: 'ann' }), key({ policy, subject: 'bob' }));
});

it('differs by tier for paid work only', () => {
  const tiers = (id: 'document_ai_converter' | 'cloud_document_parser') =>
    new Set(['fast', 'agentic'].map((tier) => cacheKey(input({}), findEngine(id), { ...HERE, tier }))).size;
  assert.deepEqual([tiers('document_ai_converter'), tiers('cloud_document_parser')], [1, 2]);
});
