import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_CATALOG, engineVersion, PROFILES } from '../../../engines/parse/catalog.ts';
import { route, type Route } from '../../../engines/parse/route.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { DOCX } from './support.ts';

const AUTO = { engine_id: 'auto', scene: null };
const ids = ({ chain }: Route): string[] => chain.map((step) => step.engine_id);

test('auto reads a web page by its main content, and whole where there is none', () => {
  for (const media_type of ['text/html', 'application/xhtml+xml']) {
    assert.deepEqual(ids(route(AUTO, { kind: 'url', media_type })), ['web_reader', 'markdown_converter']);
  }
});

test('auto converts a stored page whole and says why the reader is left out', () => {
  const chosen = route(AUTO, { kind: 'object', media_type: 'text/html' });
  assert.deepEqual(ids(chosen), ['markdown_converter']);
  assert.deepEqual(
    chosen.skipped.map((step) => step.engine_id),
    ['web_reader', 'document_ai_converter'],
  );
  assert.match(chosen.skipped[0]?.reason ?? '', /stored page/);
});

test('auto converts documents wherever they come from', () => {
  for (const kind of ['url', 'object'] as const) {
    for (const media_type of ['application/pdf', DOCX, 'text/csv', 'text/markdown', 'text/plain']) {
      assert.deepEqual(ids(route(AUTO, { kind, media_type })), ['markdown_converter']);
    }
  }
});

test('auto has pictures recognised, and PDFs for the scene document_ai', () => {
  for (const media_type of ['image/png', 'image/tiff']) {
    assert.deepEqual(ids(route(AUTO, { kind: 'object', media_type })), ['document_ai_converter']);
  }
  const pdf = { kind: 'object', media_type: 'application/pdf' } as const;
  assert.deepEqual(ids(route({ engine_id: 'auto', scene: 'document_ai' }, pdf)), [
    'document_ai_converter',
    'markdown_converter',
  ]);
});

test('a scene moves the engines that offer it to the front', () => {
  const page = { kind: 'url', media_type: 'text/html' } as const;
  assert.deepEqual(ids(route({ engine_id: 'auto', scene: 'document_fidelity' }, page)), [
    'markdown_converter',
    'web_reader',
  ]);
  assert.deepEqual(ids(route({ engine_id: 'auto', scene: 'document_ai' }, page)), ['web_reader', 'markdown_converter']);
});

test('a named engine comes first and falls back to the others', () => {
  const chosen = route({ engine_id: 'web_reader', scene: null }, { kind: 'url', media_type: 'text/html' });
  assert.deepEqual(ids(chosen), ['web_reader', 'markdown_converter']);
  assert.equal(chosen.chain[0]?.reason, 'The request names this engine.');
});

test('a named engine with the scene deep_web stays alone', () => {
  const chosen = route({ engine_id: 'web_reader', scene: 'deep_web' }, { kind: 'url', media_type: 'text/html' });
  assert.deepEqual(ids(chosen), ['web_reader']);
  assert.match(chosen.skipped[0]?.reason ?? '', /no fallback/);
});

test('every engine is either tried or skipped with a reason', () => {
  for (const engine_id of ['auto', 'markdown_converter']) {
    for (const scene of [null, 'deep_web']) {
      const chosen = route({ engine_id, scene }, { kind: 'object', media_type: 'text/html' });
      const named = [...chosen.chain, ...chosen.skipped];
      assert.deepEqual(
        named.map((step) => step.engine_id).toSorted(),
        ENGINE_CATALOG.map((engine) => engine.engine_id).toSorted(),
      );
      assert.ok(named.every((step) => step.reason !== ''));
    }
  }
});

test('a type that nobody reads is refused with the types that are read', () => {
  for (const request of [AUTO, { engine_id: 'web_reader', scene: null }]) {
    assert.throws(
      () => route(request, { kind: 'url', media_type: 'image/heic' }),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'unsupported_type');
        assert.equal(error.details['media_type'], 'image/heic');
        const { supported } = error.details;
        assert.ok(Array.isArray(supported) && supported.includes('text/html'));
        return true;
      },
    );
  }
});

test('a named engine is not replaced when it cannot read the type', () => {
  assert.throws(() => route({ engine_id: 'web_reader', scene: null }, { kind: 'url', media_type: 'application/pdf' }), {
    code: 'unsupported_type',
  });
});

test('an unknown engine is not found', () => {
  assert.throws(() => route({ engine_id: 'nobody', scene: null }, { kind: 'url', media_type: 'text/html' }), {
    code: 'not_found',
  });
  assert.throws(() => engineVersion('nobody'), { code: 'not_found' });
});

test('each scene of an engine has a profile, its default among them', () => {
  for (const engine of ENGINE_CATALOG) {
    const profiles = PROFILES.filter((profile) => profile.engine_id === engine.engine_id);
    assert.deepEqual(
      profiles.map((profile) => profile.scene),
      engine.scenes,
    );
    assert.ok(engine.scenes.includes(engine.default_scene));
    assert.ok(profiles.every((profile) => profile.allows_fallback === (profile.scene !== 'deep_web')));
  }
});
