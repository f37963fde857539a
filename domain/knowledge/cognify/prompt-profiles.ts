/** Graph prompt profiles by name: the built-in ones, and those of the settings (docs/knowledge.md). */
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { BUILT_IN_PROFILES } from '../../../engines/knowledge/extraction/index.ts';
import type { PromptProfile } from '../../../engines/knowledge/extraction/index.ts';
import type { SettingsReader } from '../../../platform/config/reader.ts';

export type PromptProfiles = Readonly<Record<string, PromptProfile>>;

export const DEFAULT_PROFILE = 'default';

const CLOSED = { additionalProperties: false };
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 100, uniqueItems: true });
const Profiles = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_-]{0,62}$' }),
  Type.Object(
    {
      instructions: Type.String({ maxLength: 8000 }),
      entity_types: Type.Optional(Words),
      relation_types: Type.Optional(Words),
    },
    CLOSED,
  ),
  CLOSED,
);

const VARIABLE = 'GRAPH_PROMPT_PROFILES';

/**
 * All profiles. The setting is JSON, or the path of a file that holds it; a profile there replaces the built-in one of
 * its name.
 */
export function readPromptProfiles({ env, problems }: SettingsReader): PromptProfiles {
  const setting = env[VARIABLE]?.trim() ?? '';
  if (setting === '') return BUILT_IN_PROFILES;
  const found = parse(setting);
  if (typeof found === 'string') {
    problems.push(`${VARIABLE} ${found}`);
    return BUILT_IN_PROFILES;
  }
  const configured = Object.entries(found).map(
    ([name, { instructions, entity_types: entityTypes = [], relation_types: relationTypes = [] }]) =>
      [name, { instructions, entityTypes, relationTypes }] as const,
  );
  return { ...BUILT_IN_PROFILES, ...Object.fromEntries(configured) };
}

/** The profiles, or what is wrong with them. */
function parse(setting: string): Static<typeof Profiles> | string {
  let value: unknown;
  try {
    value = JSON.parse(setting.startsWith('{') ? setting : readFileSync(setting, 'utf8'));
  } catch {
    return 'is neither JSON nor a file with JSON. Fix: see docs/knowledge.md for the form.';
  }
  const validator = Compile(Profiles);
  if (validator.Check(value)) return value;
  const [error] = validator.Errors(value);
  return `is not valid at "${error?.instancePath}" (${error?.message}). Fix: see docs/knowledge.md for the form.`;
}
