/**
 * The models of the operator's choice, as steps and requests use them: by role, within their limits, with their usage.
 */
import type { Static, TSchema } from 'typebox';
import type { MODEL_ROLES, ModelConfig, ModelKind, ModelRole, ModelsConfig } from '../../platform/config/models.ts';
import { complete, invalidOutput } from '../../platform/models/chat.ts';
import type { ChatRequest, Completion } from '../../platform/models/chat.ts';
import { callsOf, embed } from '../../platform/models/embed.ts';
import type { EmbeddedKind } from '../../platform/models/embed.ts';
import type { Endpoint } from '../../platform/models/endpoint.ts';
import { refusesRequest } from '../../platform/models/failures.ts';
import type { DigitChances } from '../../platform/models/last-digit.ts';
import { rerank } from '../../platform/models/rerank.ts';
import { completeStructured } from '../../platform/models/structured.ts';
import type { Structured, StructuredRequest } from '../../platform/models/structured.ts';
import type { ChatCaller, ModelCaller } from './callers.ts';
import { callKey, findCall, keepCall } from './finished-calls.ts';
import { LimitedCalls, notConfigured } from './limited-calls.ts';
import type { CallsDependencies } from './limited-calls.ts';
import { SharedCalls } from './shared-calls.ts';

type RolesOf<Kind> = { [R in ModelRole]: (typeof MODEL_ROLES)[R] extends Kind ? R : never }[ModelRole];
export type ChatRole = RolesOf<'chat'>;
/** The language model of a role, or the one of this name in the settings. */
export type ChosenModel = ChatRole | { readonly model: string };

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
  /**
   * Vectors of unit length, in the order of the texts, none of which may be empty. `name`: a model other than the
   * role's.
   */
  readonly embed: (
    texts: readonly string[],
    kind: EmbeddedKind,
    caller: ModelCaller,
    name?: string,
  ) => Promise<Float32Array[]>;
  /** A score for each text, in their order; higher is better. */
  readonly rerank: (query: string, texts: readonly string[], caller: ModelCaller) => Promise<readonly number[]>;
}

/**
 * Opens the models of the settings. All calls reject with a `ServiceError`: `model_not_configured`,
 * `model_unavailable`, `model_rate_limited`, `model_refused`, `model_output_invalid`; or with the caller's signal's
 * reason.
 */
export function openModels(config: ModelsConfig, dependencies: CallsDependencies): Models {
  const { db } = dependencies.database;
  const calls = new LimitedCalls(config.named, dependencies);
  const nameOf = (chosen: ModelRole | ChosenModel): string =>
    typeof chosen === 'string' ? (config.roles[chosen] ?? raise(notConfigured(chosen))) : chosen.model;

  const sharedCalls = new SharedCalls<Completion>();

  /** Calls a language model, unless the same call was finished before, or is under way in this process. */
  const completeOnce = async (name: string, request: ChatRequest, caller: ChatCaller): Promise<Completion> => {
    const work = (endpoint: Endpoint): Promise<Completion> => complete(endpoint, request, caller);
    const { tenantId, about, again, signal, onText } = caller;
    if (about === null || request.tools !== undefined) return calls.call(name, caller, work);
    const key = callKey(tenantId, calls.modelOf(name), request, again);
    let isMade = false;
    const completion = await sharedCalls.run(`${tenantId} ${key.requestSha256}`, signal, async () => {
      const known = await findCall(db, key);
      if (known !== null) return known;
      isMade = true;
      return keepCall(db, key, name, about, await calls.call(name, caller, work));
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
        const { vectors: more } = await calls.call(name, caller, (endpoint) => embed(endpoint, part, kind, caller));
        vectors.push(...more);
      }
      return vectors;
    },
    rerank: async (query, texts, caller) => {
      if (texts.length === 0) return [];
      const work = (endpoint: Endpoint) => rerank(endpoint, query, texts, caller.signal);
      return (await calls.call(nameOf('rerank'), caller, work)).scores;
    },
  };
}

function raise(error: Error): never {
  throw error;
}
