/** Settings of named models and of the roles that they play: docs/models.md. */
import type { SettingsReader } from './reader.ts';

export const MODEL_KINDS = ['chat', 'embedding', 'rerank'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** What the service uses models for, and the kind that each role needs. */
export const MODEL_ROLES = {
  extract: 'chat',
  answer: 'chat',
  judge: 'chat',
  generate: 'chat',
  embed: 'embedding',
  rerank: 'rerank',
} as const satisfies Readonly<Record<string, ModelKind>>;
export type ModelRole = keyof typeof MODEL_ROLES;

/** A model of the operator's choice, behind an endpoint with OpenAI's API. */
export interface ModelConfig {
  /** Lower case: the name of its settings, and of its secret `model_<name>_key`. */
  readonly name: string;
  readonly kind: ModelKind;
  /** Base address of the endpoint, such as `https://api.openai.com/v1`. */
  readonly url: string;
  /** What the endpoint calls the model. */
  readonly id: string;
  /** Length of the vectors; 0 unless it is an embedding model. */
  readonly dimensions: number;
  /** Tokens that the model takes in one call; `null` when it is not known. */
  readonly contextTokens: number | null;
  /** Put before texts that are embedded, depending on what they are. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** US dollars per million tokens; `null` when the settings give none. */
  readonly price: { readonly input: number; readonly output: number } | null;
  /** Over all processes; `null`: no limit. */
  readonly callsPerMinute: number | null;
  /** Limit of one process. */
  readonly callsAtOnce: number;
  /** How long the endpoint may send nothing. */
  readonly silenceMs: number;
}

export interface ModelsConfig {
  /** By name. */
  readonly named: Readonly<Record<string, ModelConfig>>;
  /** Name of the model for each role; `null` when there is none. */
  readonly roles: Readonly<Record<ModelRole, string | null>>;
}

type Known = Pick<ModelConfig, 'dimensions' | 'contextTokens' | 'prefixes'>;

const NO_PREFIXES = { query: '', passage: '' };

/** Embedding models that need no further settings than their address and name. */
export const KNOWN_MODELS: Readonly<Record<string, Known>> = {
  'multilingual-e5-small': {
    dimensions: 384,
    contextTokens: 512,
    prefixes: { query: 'query: ', passage: 'passage: ' },
  },
  'all-MiniLM-L6-v2': { dimensions: 384, contextTokens: 256, prefixes: NO_PREFIXES },
  'text-embedding-3-small': { dimensions: 1536, contextTokens: 8191, prefixes: NO_PREFIXES },
  'text-embedding-3-large': { dimensions: 3072, contextTokens: 8191, prefixes: NO_PREFIXES },
};

/** Members of a model that are read from `MODEL_<NAME>_<MEMBER>`. */
const MEMBERS = [
  'URL',
  'ID',
  'KIND',
  'DIMENSIONS',
  'CONTEXT_TOKENS',
  'QUERY_PREFIX',
  'PASSAGE_PREFIX',
  'INPUT_USD_PER_MILLION',
  'OUTPUT_USD_PER_MILLION',
  'CALLS_PER_MINUTE',
  'CALLS_AT_ONCE',
  'SILENCE_MS',
] as const;
type Member = (typeof MEMBERS)[number];

/** A name is one word, so that it and the member can be told apart. */
const NAME = /^MODEL_([A-Z0-9]{1,30})_([A-Z0-9_]{1,40})$/;

export function readModels(reader: SettingsReader): ModelsConfig {
  const names = new Set<string>();
  for (const [variable, value] of Object.entries(reader.env)) {
    const [, name, member] = NAME.exec(variable) ?? [];
    if (name === undefined || !value) continue;
    if (!MEMBERS.some((known) => known === member)) {
      reader.problems.push(`${variable} is not a setting. Fix: use one of MODEL_${name}_${MEMBERS.join(', _')}.`);
    } else names.add(name);
  }
  const models = [...names].sort().map((name) => readModel(reader, name));
  const role = (of: ModelRole): string | null => readRole(reader, models, of);
  return {
    named: Object.fromEntries(models.map((model) => [model.name, model])),
    roles: {
      extract: role('extract'),
      answer: role('answer'),
      judge: role('judge'),
      generate: role('generate'),
      embed: role('embed'),
      rerank: role('rerank'),
    },
  };
}

function readModel(reader: SettingsReader, name: string): ModelConfig {
  const { env, problems, text, integer } = reader;
  const variable = (member: Member): string => `MODEL_${name}_${member}`;
  const url = text(variable('URL')).replace(/(?<!\/)\/+$/, '');
  const address = URL.parse(url);
  if (url !== '' && !/^https?:$/.test(address?.protocol ?? '')) {
    problems.push(`${variable('URL')} is not an http or https address. Fix: give the one before /chat/completions.`);
  } else if (address && `${address.username}${address.password}${address.search}` !== '') {
    problems.push(`${variable('URL')} has more than a host and a path. Fix: give a key as secret, see docs/models.md.`);
  }
  const id = text(variable('ID'));
  const known = KNOWN_MODELS[id];
  const dimensions = integer(variable('DIMENSIONS'), known?.dimensions ?? 0, 1);
  const guess: ModelKind = dimensions > 0 ? 'embedding' : 'chat';
  const kind = reader.word(variable('KIND'), [guess, ...MODEL_KINDS.filter((other) => other !== guess)]);
  if (kind === 'embedding' && dimensions === 0) {
    problems.push(`${variable('DIMENSIONS')} is not set. Fix: give the length of the model's vectors.`);
  }
  return {
    name: name.toLowerCase(),
    kind,
    url,
    id,
    dimensions: kind === 'embedding' ? dimensions : 0,
    contextTokens: integer(variable('CONTEXT_TOKENS'), known?.contextTokens ?? 0, 1) || null,
    // Not trimmed: models were trained with the space at the end.
    prefixes: {
      query: env[variable('QUERY_PREFIX')] ?? known?.prefixes.query ?? '',
      passage: env[variable('PASSAGE_PREFIX')] ?? known?.prefixes.passage ?? '',
    },
    price: readPrice(reader, variable('INPUT_USD_PER_MILLION'), variable('OUTPUT_USD_PER_MILLION')),
    callsPerMinute: integer(variable('CALLS_PER_MINUTE'), 0, 1) || null,
    callsAtOnce: integer(variable('CALLS_AT_ONCE'), 8, 1),
    silenceMs: integer(variable('SILENCE_MS'), 120_000, 100),
  };
}

/** A price of one of the two settings alone leaves the other at 0. */
function readPrice({ env, number }: SettingsReader, input: string, output: string): ModelConfig['price'] {
  if (!env[input]?.trim() && !env[output]?.trim()) return null;
  return { input: number(input, 0), output: number(output, 0) };
}

/** The model that the role's setting names, else the only one of its kind. */
function readRole({ problems, env }: SettingsReader, models: readonly ModelConfig[], role: ModelRole): string | null {
  const kind = MODEL_ROLES[role];
  const variable = `${role.toUpperCase()}_MODEL`;
  const fitting = models.filter((model) => model.kind === kind);
  const choice = fitting.map(({ name }) => name).join(', ') || 'none is configured';
  const named = env[variable]?.trim().toLowerCase() ?? '';
  const chosen = named === '' ? fitting : fitting.filter(({ name }) => name === named);
  if (named !== '' && chosen.length === 0) {
    problems.push(`${variable} is "${named}", which is no ${kind} model. Fix: name one (${choice}).`);
  }
  if (chosen.length > 1) problems.push(`${variable} is not set. Fix: name one of the ${kind} models (${choice}).`);
  return chosen[0]?.name ?? null;
}
