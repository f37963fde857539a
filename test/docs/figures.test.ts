/** Defaults of the settings, as the documentation states them and as the code has them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_PROFILES } from '../../domain/workers.ts';
import { readService } from '../../domain/settings.ts';
import { openReader } from '../../platform/config/reader.ts';
import type { Environment } from '../../platform/config/reader.ts';
import { SECRET_SETTINGS } from '../../platform/config/secret-files.ts';
import { DOCUMENTED_DEFAULTS, DOCUMENTED_SECRETS } from '../support/settings.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The settings that are read with an environment, with their defaults as text; `null` for none. */
function defaultsWith(environment: Environment): Map<string, string | null> {
  const defaults = new Map<string, string | null>();
  const reader = openReader(environment);
  readService({
    ...reader,
    env: new Proxy(reader.env, {
      get: (env, name) => {
        if (typeof name === 'string' && !defaults.has(name)) defaults.set(name, null);
        return Reflect.get(env, name);
      },
      // Secrets are looked for among all names, which are not settings by that.
      ownKeys: () => [],
    }),
    text: (name, fallback) => {
      defaults.set(name, fallback ?? null);
      return reader.text(name, fallback);
    },
    integer: (name, fallback, minimum) => {
      defaults.set(name, String(fallback));
      return reader.integer(name, fallback, minimum);
    },
    integers: (name, fallback) => {
      defaults.set(name, fallback.join(','));
      return reader.integers(name, fallback);
    },
    flag: (name, fallback) => {
      defaults.set(name, fallback ? 'on' : 'off');
      return reader.flag(name, fallback);
    },
    word: (name, words) => {
      defaults.set(name, words[0]);
      return reader.word(name, words);
    },
    list: (name, fallback) => {
      defaults.set(name, fallback || null);
      return reader.list(name, fallback);
    },
  });
  return defaults;
}

/** Some settings are read only beside others. Of a setting that several environments read, the last one counts. */
const defaults = new Map(
  [
    { SERVICE_AUTH_MODE: 'jwks', WORKER_METRICS_PORT: '9464' },
    { SERVICE_AUTH_MODE: 'introspection' },
    { SERVICE_AUTH_MODE: 'dev' },
  ].flatMap((environment) => [...defaultsWith({ ...environment, S3_ENDPOINT: 'S3_ENDPOINT' })]),
);
/** Of the system. Lower-case spellings of the proxy's variables are mentioned in the text. */
for (const name of ['PATH', 'http_proxy', 'https_proxy', 'no_proxy']) defaults.delete(name);

/** Defaults that are defined elsewhere and documented in words. */
const IN_WORDS: Readonly<Record<string, string>> = {
  AUTH_JWKS_URL: 'discovered',
  AUTH_INTROSPECTION_URL: 'discovered',
  TEMPORAL_TLS: '`true` if one of the next is set',
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: "the system's",
  TEMPORAL_TLS_SERVER_NAME: 'the host',
  BROWSER_PATH: 'found',
  DOCUMENT_AI_DIR: '`document-ai` beside downloaded tools',
  OTEL_TRACES_EXPORTER: '`otlp`',
  OTEL_SDK_DISABLED: '`false`',
  WORKER_PROFILES: `\`${DEFAULT_PROFILES.join(',')}\``,
};

const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, s: 1000, min: 60_000, h: 3_600_000 };

/** A default as the documentation writes it, as the code has it: `1 MiB` is `1048576`. `null` for `none`. */
function valueOf(documented: string): string | null {
  const [, quantity, unit = ''] = /^(\d+) (\w+)$/.exec(documented) ?? [];
  if (quantity !== undefined) return String(Number(quantity) * (UNITS[unit] ?? 1));
  return documented === 'none' ? null : documented.replaceAll('`', '');
}

test('docs/settings.md has the settings of the code, and no others', () => {
  assert.deepEqual([...DOCUMENTED_DEFAULTS.keys()].toSorted(), [...defaults.keys()].toSorted());
});

for (const [name, documented] of DOCUMENTED_DEFAULTS) {
  test(`docs/settings.md states the default of ${name}`, () => {
    const words = IN_WORDS[name];
    if (words === undefined) assert.equal(valueOf(documented), defaults.get(name));
    else assert.equal(documented, words);
  });
}

test('docs/settings.md names the settings that can be files', () => {
  assert.deepEqual(DOCUMENTED_SECRETS.toSorted(), SECRET_SETTINGS.toSorted());
});

test('other pages state the same defaults', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const stated = pages.flatMap((page) =>
    [...read(page).matchAll(/`([A-Z][A-Z0-9_]+)` \((\d+(?: \w+)?|`[^`]+`)\)/g)].map(([, name = '', value = '']) => {
      assert.equal(valueOf(value), defaults.get(name), `${page}: ${name}`);
      return name;
    }),
  );
  assert.ok(stated.length >= 10, stated.join(', '));
});

test('.env.example shows the defaults of limits', () => {
  const [, limits = ''] = /these are the defaults ──\n([^]*?)\n# ──/.exec(read('.env.example')) ?? [];
  const shown = [...limits.matchAll(/^# ([A-Z][A-Z0-9_]+)=(\d+)$/gm)];
  assert.ok(shown.length >= 10);
  for (const [, name = '', value] of shown) assert.equal(value, defaults.get(name), name);
});
