/**
 * The guide "A new domain" of docs/extending.md, followed in a copy of the tree: what it names is needed, and is
 * enough.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INFRASTRUCTURE_VARIABLE, infrastructure } from '../../support/service/infrastructure.ts';
import { copyWithDomain } from '../../support/sixth-domain/copy.ts';
import type { SHARED_FILES } from '../../support/sixth-domain/edits.ts';

const copy = await copyWithDomain();

/** Where the compiler complains when the entry of a shared file is forgotten, and of what. */
const COMPLAINTS: Readonly<Record<keyof typeof SHARED_FILES, Readonly<Record<string, string>>>> = {
  'domain/manifests/index.ts': {
    'domain/manifests/index.ts': "'tally_count'",
    'workflows/versioned.ts': "'tallyJob'",
    'domain/tally/keys.ts': '"tallies/"',
    'domain/tally/counts.ts': '"cnt"', // its ID prefix
    'api/tally/submit.ts': '"tally"', // its kind
  },
  'prisma/schema.prisma': { 'domain/manifests/tally.ts': "'tally_count'" },
  'errors/index.ts': { 'domain/manifests/tally.ts': 'no_words', 'engines/tally/count-words.ts': '"no_words"' },
  'workflows/index.ts': { 'workflows/versioned.ts': "'tallyJob'" },
  'activities/worker/activities.ts': { 'activities/worker/activities.ts': "'tally'" },
  'api/routes.ts': { 'api/routes.ts': "'tally'" },
};

/** What the others have is of no type without the manifest. */
const ROUNDS = [
  ['domain/manifests/index.ts'],
  ['prisma/schema.prisma', 'errors/index.ts', 'workflows/index.ts', 'activities/worker/activities.ts', 'api/routes.ts'],
] as const;

/** Files of the domain, and the folders that are its own. */
const LINTED = [
  ...['api', 'activities', 'domain', 'engines'].map((layer) => `${layer}/tally`),
  ...['errors', 'domain/manifests', 'workflows'].map((layer) => `${layer}/tally.ts`),
  'test/system/tally.test.ts',
];

/** Tests that hold what the domains declare, and the contract. */
const AGREEING = [
  'domain/manifests',
  'domain/removal',
  'api/errors-documented',
  'api/contract',
  'api/contract/components',
  'scripts/folders',
].map((name) => `test/${name}.test.ts`);

test('a domain by the guide compiles, is linted, and agrees with the tests of manifests, tables and contract', async () => {
  assert.equal(await copy.types('all'), '');
  const linted = await copy.run(['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...LINTED]);
  assert.equal(linted.code, 0, linted.output);
  const { code, output } = await copy.run(['--test', ...AGREEING]);
  assert.equal(code, 0, output);
});

test('each entry in a shared file is needed to compile', async () => {
  assert.deepEqual(ROUNDS.flat().toSorted(), Object.keys(COMPLAINTS).toSorted());
  for (const files of ROUNDS) {
    const complaints = await copy.without(files, () => copy.types('product'));
    const isSaid = (place: string, what: string): boolean =>
      complaints.split('\n').some((line) => line.startsWith(`${place}(`) && line.includes(what));
    for (const file of files) {
      for (const [place, what] of Object.entries(COMPLAINTS[file])) {
        assert.ok(isSaid(place, what), `${file}: ${place}:\n${complaints}`);
      }
    }
  }
});

test('a workflow for jobs of another kind than its manifest, or the order of a child job, says does not compile', async () => {
  const mistakes = [
    ["JobInput<'tally'>", 'JobInput', 'workflows/versioned.ts'],
    ["kind: 'tally'", "kind: 'parse'", 'workflows/tally.ts'],
  ] as const;
  for (const [text, by, place] of mistakes) {
    const complaints = await copy.replacing('workflows/tally.ts', text, by, () => copy.types('product'));
    assert.ok(complaints.includes(`${place}(`), `${place}:\n${complaints}`);
  }
});

test('without its migration, or the section of an error code, the test that the guide names fails', async () => {
  const cases = [
    ['prisma/migrations/20261123000000_tally/migration.sql', 'test/domain/removal.test.ts', /tally_count/],
    ['docs/errors.md', 'test/api/errors-documented.test.ts', /no_words/],
  ] as const;
  for (const [file, name, why] of cases) {
    const { code, output } = await copy.without([file], () => copy.run(['--test', name]));
    assert.equal(code, 1, output);
    assert.match(output, why);
  }
});

test('its jobs run, are cancelled, retried and swept as those of every domain', async () => {
  const env = { [INFRASTRUCTURE_VARIABLE]: JSON.stringify(infrastructure()) };
  const { code, output } = await copy.run(['test/system/tally.test.ts'], env);
  assert.equal(code, 0, output);
});
