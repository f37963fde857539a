/** Graph prompt profiles of the settings: JSON or a file, and what is wrong with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readPromptProfiles } from '../../../../domain/knowledge/cognify/prompt-profiles.ts';
import { BUILT_IN_PROFILES } from '../../../../engines/knowledge/extraction/profile.ts';
import { ConfigError, readSettings } from '../../../../platform/config.ts';

const directory = mkdtempSync(join(tmpdir(), 'tidemill-prompts-'));
after(() => rmSync(directory, { recursive: true }));

const read = (setting?: string) => readSettings({ GRAPH_PROMPT_PROFILES: setting }, readPromptProfiles);
const PROFILES = { contracts: { instructions: 'Read.', entity_types: ['party'] } };

test('profiles are JSON, or a file with it, beside the built-in ones', () => {
  const contracts = { instructions: 'Read.', entityTypes: ['party'], relationTypes: [] };
  const file = join(directory, 'profiles.json');
  writeFileSync(file, JSON.stringify(PROFILES));
  assert.deepEqual(read(JSON.stringify(PROFILES)), { ...BUILT_IN_PROFILES, contracts });
  assert.deepEqual(read(file), { ...BUILT_IN_PROFILES, contracts });
  assert.deepEqual(read(), BUILT_IN_PROFILES);
});

test('a profile of the settings replaces the built-in one of its name', () => {
  const own = { instructions: 'Read less.', entityTypes: [], relationTypes: [] };
  assert.deepEqual(read('{"default": {"instructions": "Read less."}}'), { ...BUILT_IN_PROFILES, default: own });
});

test('what is no profile is said', () => {
  const faults: readonly (readonly [string, RegExp])[] = [
    ['{', /^GRAPH_PROMPT_PROFILES is neither JSON nor a file/],
    [join(directory, 'missing.json'), /neither JSON nor a file/],
    ['{"contracts": {}}', /"\/contracts/],
    ['{"contracts": {"instructions": "Read.", "types": []}}', /"\/contracts/],
    ['{"Two words": {"instructions": "Read."}}', /is not valid/],
  ];
  for (const [setting, message] of faults) {
    assert.throws(
      () => read(setting),
      (error) => error instanceof ConfigError && message.test(error.message),
      setting,
    );
  }
});
