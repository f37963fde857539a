/** The graph prompt profiles of the settings: docs/knowledge.md. */
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SettingsReader } from './reader.ts';

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

export interface GraphPrompt {
  readonly instructions: string;
  readonly entityTypes: readonly string[];
  readonly relationTypes: readonly string[];
}

const VARIABLE = 'GRAPH_PROMPT_PROFILES';

/** By name. The setting is JSON, or the path of a file that holds it. */
export function readGraphPrompts({ env, problems }: SettingsReader): Readonly<Record<string, GraphPrompt>> {
  const setting = env[VARIABLE]?.trim() ?? '';
  if (setting === '') return {};
  const found = parse(setting);
  if (typeof found === 'string') {
    problems.push(`${VARIABLE} ${found}`);
    return {};
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, { instructions, entity_types = [], relation_types = [] }]) => [
      name,
      { instructions, entityTypes: entity_types, relationTypes: relation_types },
    ]),
  );
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
