/** docker-compose.yml as Compose reads it: merges and variables resolved. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One service, as far as tests look at it. */
export interface ComposeService {
  readonly image: string;
  readonly build?: string | { readonly context: string; readonly target: string };
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const root = new URL('../../../', import.meta.url);

export const COMPOSE_TEXT = readFileSync(new URL('docker-compose.yml', root), 'utf8');

/** Variables in the file, with the dash, question mark or brace that follows. */
const VARIABLE = /\$\$|\$\{([A-Z][A-Z0-9_]*)(?::([-?])([^}]*))?\}/g;

/** Names that the file takes from .env or the environment. */
export const COMPOSE_VARIABLES: ReadonlySet<string> = new Set(
  [...COMPOSE_TEXT.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []),
);

/** The file with these variables. Throws, as Compose does, when one that must be given is not. */
export function readCompose(variables: Readonly<Record<string, string>>): ComposeFile {
  return resolve(parse(COMPOSE_TEXT, { merge: true, maxAliasCount: -1 }), variables) as ComposeFile;
}

function resolve(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((item) => resolve(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, variables)]));
}

function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (found, name: string | undefined, kind: string | undefined, rest = '') => {
    if (name === undefined) return found === '$$' ? '$' : found;
    const value = variables[name];
    if (value) return value;
    if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
    return kind === '-' ? rest : '';
  });
}
