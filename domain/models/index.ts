/** The models of the operator's choice, as steps and requests use them: by role, within their limits, with their usage. */
import type { Static, TSchema } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import type { MODEL_ROLES, ModelConfig, ModelKind, ModelRole, ModelsConfig } from '../../platform/config/models.ts';
import type { Database } from '../../platform/database/client.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import { complete, invalidOutput } from '../../platform/models/chat.ts';
import type { ChatRequest, Completion } from '../../platform/models/chat.ts';
import { callsOf, embed } from '../../platform/models/embed.ts';
import type { EmbeddedKind } from '../../platform/models/embed.ts';
import type { OnCall, OnUsage } from '../../platform/models/call-metrics.ts';
import { openEndpoint } from '../../platform/models/endpoint.ts';
import { refusesRequest } from '../../platform/models/failures.ts';
import type { DigitChances } from '../../platform/models/last-digit.ts';
import type { Endpoint, EndpointDependencies } from '../../platform/models/endpoint.ts';
import { rerank } from '../../platform/models/rerank.ts';
import type { Tokens } from '../../platform/models/spans.ts';
import { completeStructured } from '../../platform/models/structured.ts';
import type { Structured, StructuredRequest } from '../../platform/models/structured.ts';
import type { Measure } from '../jobs/usage.ts';
import { awaitRate } from './rate.ts';
import { callKey, findCall, keepCall } from './finished-calls.ts';
import { SharedCalls } from './shared-calls.ts';

type RolesOf<Kind> = { [R in ModelRole]: (typeof MODEL_ROLES)[R] extends Kind ? R : never }[ModelRole];
export type ChatRole = RolesOf<'chat'>;
/** The language model of a role, or the one of this name in the settings. */
export type ChosenModel = ChatRole | { readonly model: string };

/** On whose behalf a model is called. */
export interface ModelCaller {
  readonly tenantId: string;
  readonly signal: AbortSignal;
  /** Called when a call has waited for its turn and is sent. */
  readonly onTurn?: () => void;
  /** Called with what each call took: `step.spend` of a step. Finished calls that are found again take nothing. */
  readonly spend: (measure: Measure) => void;
}

export interface ChatCaller extends ModelCaller {
  /**
   * Identifiers of all that the request quotes, such as chunks: the finished call is kept for a week, unless one of them is deleted
   * (`removeCalls`). `null`: it is not kept, since nothing repeats it.
   */
  readonly about: readonly string[] | null;
  /** Names this try of a request whose earlier output was of no use: only calls of the same try are found again. */
  readonly again?: string | undefined;
  /** Called with each part of the output as it arrives. */
  readonly onText?: (part: string) => void;
}

/** Output that meets its schema, with how probable each digit was in the place of the one that ends it. */
export interface Weighed<S extends TSchema> {
  readonly value: Static<S>;
  readonly digits: DigitChances | null;
}

export interface Models {
  /** The model of a role; `null` when none is configured. */
  readonly of: (role: ModelRole) => ModelConfig | null;
  /** A model by its name in the settings. Throws `model_not_configured`. */
  readonly named: (name: string) => ModelConfig;
  /** All models of a kind, in the order of their names. */
  readonly ofKind: (kind: ModelKind) => readonly ModelConfig[];
  /** The output of a language model: never empty, unless it has calls of tools. */
  readonly chat: (chosen: ChosenModel, request: Omit<ChatRequest, 'schema'>, caller: ChatCaller) => Promise<Completion>;
  /** Output that meets a JSON schema, after one repair if necessary. */
  readonly extract: <S extends TSchema>(
    chosen: ChosenModel,
    request: StructuredRequest<S>,
    caller: ChatCaller,
  ) => Promise<Static<S>>;
  /** As `extract`, with the probabilities of the digit that ends the output; `null` where the endpoint gives none. */
  readonly weigh: <S extends TSchema>(
    chosen: ChosenModel,
    request: StructuredRequest<S>,
    caller: ChatCaller,
  ) => Promise<Weighed<S>>;
  /** Vectors of unit length, in the order of the texts, none of which may be empty. `name`: a model other than the role's. */
  readonly embed: (
    texts: readonly string[],
    kind: EmbeddedKind,
    caller: ModelCaller,
    name?: string,
  ) => Promise<Float32Array[]>;
  /** A score for each text, in their order; higher is better. */
  readonly rerank: (query: string, texts: readonly string[], caller: ModelCaller) => Promise<readonly number[]>;
}

export interface ModelsDependencies extends EndpointDependencies {
  readonly database: Database;
  readonly onCall?: OnCall;
  readonly onUsage?: OnUsage;
}

/** Turns beyond a model's limit, for a tenant that has none while another one has all. */
const TURNS_IN_RESERVE = 1;

/**
 * Opens the models of the settings. All calls reject with a `ServiceError`: `model_not_configured`, `model_unavailable`,
 * `model_rate_limited`, `model_refused`, `model_output_invalid`; or with the caller's signal's reason.
 */
export function openModels(config: ModelsConfig, dependencies: ModelsDependencies): Models {
  const { onCall, onUsage } = dependencies;
  const { db } = dependencies.database;
  const opened = new Map<string, { readonly endpoint: Endpoint; readonly turns: FairTurns }>();
  const open = (name: string) => {
    const model = config.named[name];
    if (model === undefined) throw notConfigured(name);
    const known = opened.get(name) ?? {
      endpoint: openEndpoint(model, dependencies),
      turns: new FairTurns(model.callsAtOnce, TURNS_IN_RESERVE),
    };
    opened.set(name, known);
    return known;
  };
  const nameOf = (chosen: ModelRole | ChosenModel): string =>
    typeof chosen === 'string' ? (config.roles[chosen] ?? raise(notConfigured(chosen))) : chosen.model;

  /** Reports how a call ended; one that nobody waits for any more says nothing of the model. */
  const timed = async <T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const began = performance.now();
    const end = (outcome: string): void => onCall?.(name, outcome, (performance.now() - began) / 1000);
    try {
      const result = await work();
      end('completed');
      return result;
    } catch (error) {
      if (!signal.aborted) end(error instanceof ServiceError ? error.code : 'internal');
      throw error;
    }
  };

  /** Calls a model when its limits allow it. */
  const call = async <T extends { readonly tokens: Tokens }>(
    name: string,
    caller: ModelCaller,
    work: (endpoint: Endpoint) => Promise<T>,
  ): Promise<T> => {
    const { tenantId, signal, spend } = caller;
    const { endpoint, turns } = open(name);
    const turn = await turns.take(tenantId, { signal, isUnderWay: false });
    try {
      await awaitRate(db, endpoint.model, signal);
      caller.onTurn?.();
      const result = await timed(name, () => work(endpoint), signal);
      for (const measure of costOf(endpoint.model, result.tokens)) {
        onUsage?.(measure);
        spend(measure);
      }
      return result;
    } finally {
      turn.release();
    }
  };

  const sharedCalls = new SharedCalls<Completion>();

  /** Calls a language model, unless the same call was finished before, or is under way in this process. */
  const completeOnce = async (name: string, request: ChatRequest, caller: ChatCaller): Promise<Completion> => {
    const work = (endpoint: Endpoint): Promise<Completion> => complete(endpoint, request, caller);
    const { tenantId, about, again, signal, onText } = caller;
    if (about === null || request.tools !== undefined) return call(name, caller, work);
    const key = callKey(tenantId, open(name).endpoint.model, request, again);
    let isMade = false;
    const completion = await sharedCalls.run(`${tenantId} ${key.requestSha256}`, signal, async () => {
      const known = await findCall(db, key);
      if (known !== null) return known;
      isMade = true;
      return keepCall(db, key, name, about, await call(name, caller, work));
    });
    if (!isMade) onText?.(completion.text);
    return completion;
  };

  const structured = <S extends TSchema>(
    name: string,
    request: StructuredRequest<S>,
    caller: ChatCaller,
  ): Promise<Structured<S>> => completeStructured(name, (asked) => completeOnce(name, asked, caller), request);

  /** Models that take no request for probabilities, as far as is known. */
  const withoutDigits = new Set<string>();

  const weighed = async <S extends TSchema>(
    name: string,
    request: StructuredRequest<S>,
    caller: ChatCaller,
  ): Promise<Structured<S>> => {
    if (withoutDigits.has(name)) return structured(name, request, caller);
    try {
      return await structured(name, { ...request, weighsDigit: true }, caller);
    } catch (error) {
      if (!refusesRequest(error)) throw error;
      const plain = await structured(name, request, caller);
      // It refuses the question about probabilities, not the text.
      withoutDigits.add(name);
      return plain;
    }
  };

  return {
    of: (role) => config.named[config.roles[role] ?? ''] ?? null,
    named: (name) => config.named[name] ?? raise(notConfigured(name)),
    ofKind: (kind) => Object.values(config.named).filter((model) => model.kind === kind),
    chat: async (chosen, request, caller) => {
      const name = nameOf(chosen);
      const completion = await completeOnce(name, request, caller);
      if (completion.text.trim() === '' && completion.calls === undefined) throw invalidOutput(name, 'empty');
      return completion;
    },
    extract: async (chosen, request, caller) => {
      const { value } = await structured(nameOf(chosen), request, caller);
      return value;
    },
    weigh: async (chosen, request, caller) => {
      const { value, completion } = await weighed(nameOf(chosen), request, caller);
      return { value, digits: completion.digits ?? null };
    },
    embed: async (texts, kind, caller, name = nameOf('embed')) => {
      const vectors: Float32Array[] = [];
      for (const part of callsOf(texts)) {
        const { vectors: more } = await call(name, caller, (endpoint) => embed(endpoint, part, kind, caller));
        vectors.push(...more);
      }
      return vectors;
    },
    rerank: async (query, texts, caller) => {
      if (texts.length === 0) return [];
      const work = (endpoint: Endpoint) => rerank(endpoint, query, texts, caller.signal);
      return (await call(nameOf('rerank'), caller, work)).scores;
    },
  };
}

/** What a call took, as measures of the model. */
export function costOf(model: ModelConfig, tokens: Tokens): Measure[] {
  const { name: source } = model;
  const { input, output } = tokens;
  const measures = [
    { source, unit: 'calls', amount: 1 },
    { source, unit: 'input_tokens', amount: input },
    { source, unit: 'output_tokens', amount: output },
    { source, unit: 'usd', amount: usdOf(model, tokens) ?? 0 },
  ] as const;
  return measures.filter(({ amount }) => amount > 0);
}

/** What tokens cost in US dollars; `null` without a price. */
export function usdOf({ price }: Pick<ModelConfig, 'price'>, { input, output }: Tokens): number | null {
  return price && (input * price.input + output * price.output) / 1e6;
}

/** Most output tokens of a call: a part of a small context is the answer's. */
export function outputLimit({ contextTokens }: ModelConfig, wanted: number): number {
  return contextTokens === null ? wanted : Math.min(wanted, Math.ceil(contextTokens / 2));
}

function notConfigured(role: string): ServiceError {
  return new ServiceError('model_not_configured', `There is no model for the role ${role}.`, { role });
}

function raise(error: Error): never {
  throw error;
}
