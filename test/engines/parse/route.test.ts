import assert from 'node:assert/strict';
import { test } from 'node:test';
import { availabilities } from '../../../engines/parse/availability.ts';
import type { Availabilities } from '../../../engines/parse/availability.ts';
import { ENGINE_CATALOG, findEngine, PROFILES } from '../../../engines/parse/catalog.ts';
import { route as routeBy } from '../../../engines/parse/route.ts';
import type { Route, RouteRequest, RouteSource } from '../../../engines/parse/route.ts';
import { ServiceError } from '../../../errors/index.ts';
import { DOCX } from '../../support/documents/parse.ts';

const AUTO = { engine_id: 'auto', scene: null };
/** An installation with workers for these queues (`null`: for all), and with or without secrets. */
const installation = (queues: readonly string[] | null, hasSecrets: boolean): Promise<Availabilities> =>
  availabilities({
    lacksWorker: async (queue) => (queues === null || queues.includes(queue) ? null : `No worker polls ${queue}.`),
    hasSecret: async () => hasSecrets,
  });
const [plain, complete, idle] = await Promise.all([
  installation(['parse'], false),
  installation(null, true),
  installation([], false),
]);
const route = (
  request: Omit<RouteRequest, 'ocr'> & Partial<RouteRequest>,
  source: RouteSource,
  available: Availabilities = plain,
): Route => routeBy({ ocr: 'auto', ...request }, source, available);
const ids = ({ chain }: Route): string[] => chain.map((step) => step.engine_id);

test('auto reads the main content of a web page, or the whole page if there is none', () => {
  for (const media_type of ['text/html', 'application/xhtml+xml']) {
    assert.deepEqual(ids(route(AUTO, { kind: 'url', media_type })), ['web_reader', 'markdown_converter']);
  }
});

test('auto converts a stored page as a whole and says why the reader is skipped', () => {
  const chosen = route(AUTO, { kind: 'object', media_type: 'text/html' });
  assert.deepEqual(ids(chosen), ['markdown_converter']);
  assert.deepEqual(
    chosen.skipped.map((step) => step.engine_id),
    ['web_crawler', 'web_reader', 'document_ai_converter', 'cloud_document_parser'],
  );
  assert.match(chosen.skipped[1]?.reason ?? '', /stored page/);
});

test('a crawl starts only when its engine is named', () => {
  for (const scene of [null, 'deep_web']) {
    const { chain, skipped } = route({ engine_id: 'auto', scene }, { kind: 'url', media_type: 'text/html' });
    assert.ok(chain.every(({ engine_id }) => engine_id !== 'web_crawler'));
    assert.match(skipped.find(({ engine_id }) => engine_id === 'web_crawler')?.reason ?? '', /by name/);
  }
});

test('auto converts documents wherever they come from', () => {
  for (const kind of ['url', 'object'] as const) {
    for (const media_type of ['application/pdf', DOCX, 'text/csv', 'text/markdown', 'text/plain']) {
      assert.deepEqual(ids(route(AUTO, { kind, media_type })), ['markdown_converter']);
    }
  }
});

test('options.ocr: force leaves out engines without recognition, off leaves out recognition', async () => {
  const pdf = { kind: 'object', media_type: 'application/pdf' } as const;
  const image = { kind: 'object', media_type: 'image/png' } as const;
  const all = await installation(['parse', 'document-ai'], false);
  assert.deepEqual(ids(route({ ...AUTO, ocr: 'auto' }, pdf, all)), ['markdown_converter', 'document_ai_converter']);
  assert.deepEqual(ids(route({ ...AUTO, ocr: 'force' }, pdf, all)), ['document_ai_converter']);
  assert.deepEqual(ids(route({ ...AUTO, ocr: 'off' }, pdf, all)), ['markdown_converter']);
  assert.throws(() => route({ ...AUTO, ocr: 'off' }, image, all), { code: 'unsupported_type' });
  // Without a worker the job waits for it: another engine would not recognize anything.
  assert.deepEqual(ids(route({ ...AUTO, ocr: 'force' }, pdf)), ['document_ai_converter']);
  assert.deepEqual(ids(route({ ...AUTO, ocr: 'force' }, { kind: 'object', media_type: DOCX })), ['markdown_converter']);
});

test('auto recognizes text in images', () => {
  for (const media_type of ['image/png', 'image/tiff']) {
    assert.deepEqual(ids(route(AUTO, { kind: 'object', media_type })), ['document_ai_converter']);
  }
});

const PDF = { kind: 'object', media_type: 'application/pdf' } as const;
const reasonOf = ({ skipped }: Route, id: string): string =>
  skipped.find(({ engine_id }) => engine_id === id)?.reason ?? '';

test('auto uses a paid engine only for a scene that it offers, before engines that do not offer it', () => {
  const silent = route(AUTO, PDF, complete);
  assert.ok(!ids(silent).includes('cloud_document_parser'));
  assert.match(reasonOf(silent, 'cloud_document_parser'), /paid.*scene document_ai/);

  const asked = ids(route({ engine_id: 'auto', scene: 'document_ai' }, PDF, complete));
  assert.ok(asked.indexOf('cloud_document_parser') < asked.indexOf('markdown_converter'), asked.join());
  assert.equal(ids(route({ engine_id: 'auto', scene: 'document_fidelity' }, PDF, complete))[0], 'markdown_converter');
});

test('an engine that cannot start is skipped, with what is missing', () => {
  const chosen = route({ engine_id: 'auto', scene: 'document_ai' }, PDF);
  assert.deepEqual(ids(chosen), ['markdown_converter']);
  assert.match(reasonOf(chosen, 'cloud_document_parser'), /secret llama_cloud_api_key is not set/);
});

test('when no engine can start, auto waits for the first that lacks only a worker', () => {
  assert.deepEqual(ids(route(AUTO, PDF, idle)), ['markdown_converter']);
  const lacking = { status: 'needs_credential', message: 'no secret' } as const;
  const penniless: Availabilities = new Map(ENGINE_CATALOG.map(({ engine_id }) => [engine_id, lacking]));
  assert.throws(() => route(AUTO, PDF, penniless), { code: 'unsupported_type' });
});

test('a named engine is tried even if it cannot start, and falls back to those that can', () => {
  const chosen = route({ engine_id: 'cloud_document_parser', scene: null }, PDF);
  assert.deepEqual(ids(chosen), ['cloud_document_parser', 'markdown_converter']);
});

test('the profile is that of the scene, or the engine’s default if it does not offer the scene', () => {
  const { chain } = route({ engine_id: 'auto', scene: 'document_ai' }, PDF, complete);
  const profiles = new Map(chain.map(({ engine_id, profile_id }) => [engine_id, profile_id]));
  assert.equal(profiles.get('cloud_document_parser'), 'cloud_document_parser.document_ai');
  assert.equal(profiles.get('markdown_converter'), 'markdown_converter.document_fidelity');
  assert.ok(chain.every(({ profile_id }) => PROFILES.some((profile) => profile.profile_id === profile_id)));
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

test('a named engine with the scene deep_web has no fallback', () => {
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

test('a type that no engine reads is refused with the types that are supported', () => {
  for (const request of [AUTO, { engine_id: 'web_reader', scene: null }]) {
    assert.throws(
      () => route(request, { kind: 'url', media_type: 'video/mp4' }),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'unsupported_type');
        assert.equal(error.details['media_type'], 'video/mp4');
        const { supported } = error.details;
        assert.ok(Array.isArray(supported) && supported.includes('text/html'));
        return true;
      },
    );
  }
});

test('the refusal says what the source is and what to do', () => {
  assert.throws(() => route(AUTO, { kind: 'object', media_type: 'application/onenote' }), {
    message: /The source is a OneNote section\. Export it as PDF or in an Office format\.$/,
  });
  assert.throws(() => route({ engine_id: 'web_reader', scene: null }, { kind: 'object', media_type: 'image/png' }), {
    message: 'No requested engine reads image/png.',
  });
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
  assert.throws(() => findEngine('nobody'), { code: 'not_found' });
});

test('each scene of an engine has a profile, including its default', () => {
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
