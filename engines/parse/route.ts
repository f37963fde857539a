/** Chooses the engines that try a source and their order, with reasons. */
import { ServiceError } from '../../errors/index.ts';
import { describeFormat } from '../../platform/media-type/names.ts';
import type { Availability } from '../availability.ts';
import type { Availabilities } from './availability.ts';
import { ENGINE_CATALOG, findEngine, profileId, sceneOf } from './catalog.ts';
import type { EngineEntry, EngineId, ProfileId, SourceKind } from './catalog.ts';
import type { Ocr } from './options.ts';

/** Recognizes pages. Provider engines decide for themselves. */
const RECOGNIZER = findEngine('document_ai_converter');

export interface RouteRequest {
  /** `auto` or the identifier of one engine. */
  readonly engine_id: string;
  readonly scene: string | null;
  readonly ocr: Ocr;
}

export interface RouteSource {
  readonly kind: SourceKind;
  /** Sniffed media type. */
  readonly media_type: string;
}

/** An engine, and why it is tried or skipped. */
export interface EngineReason {
  readonly engine_id: EngineId;
  readonly reason: string;
}

export interface RouteStep extends EngineReason {
  /** The engine's profile. */
  readonly profile_id: ProfileId;
}

export interface Route {
  /** Engines to try in order, never empty: each one only if the previous one failed or found no text. */
  readonly chain: readonly RouteStep[];
  /** The other engines of the catalog, each with the reason why it is skipped. */
  readonly skipped: readonly EngineReason[];
}

/**
 * The engines for a source. `auto` uses the available ones, first those that offer the requested scene, then in
 * catalog order; if none is available, it waits for the first that only needs a worker. A named engine comes first,
 * available or not, and, except with the scene `deep_web`, falls back to what `auto` would try. Throws
 * `unsupported_type` when no engine, or not the named one, reads the type, `not_found` for an unknown engine.
 */
export function route(request: RouteRequest, source: RouteSource, available: Availabilities): Route {
  const chain =
    request.engine_id === 'auto'
      ? chooseAutomatically(request, source, available)
      : startWith(findEngine(request.engine_id), request, source, available);
  return {
    chain: chain.map((engine, index) => ({
      engine_id: engine.engine_id,
      profile_id: profileId(engine.engine_id, sceneOf(engine, request.scene)),
      reason:
        index === 0 ? reasonFor(engine, request, source) : 'Fallback if the previous engine fails or finds no text.',
    })),
    skipped: ENGINE_CATALOG.filter((engine) => !chain.includes(engine)).map((engine) => ({
      engine_id: engine.engine_id,
      reason: allowsFallback(request)
        ? (obstacle(engine, request, source) ?? available.get(engine.engine_id)?.message ?? 'It is not needed.')
        : 'The scene deep_web with a named engine allows no fallback.',
    })),
  };
}

/**
 * The engines that may try sources of this kind, whatever their types, and whatever is available: the named one, and
 * those that it may fall back to. A crawl never does. `options.ocr` chooses among them.
 */
export function reachableEngines(
  { engine_id, scene }: Omit<RouteRequest, 'ocr'>,
  kind: SourceKind,
): readonly EngineEntry[] {
  const request = { engine_id, scene, ocr: 'auto' } as const;
  const named = engine_id === 'auto' ? null : findEngine(engine_id);
  if (named !== null && (named.engine_id === 'web_crawler' || !allowsFallback(request))) return [named];
  return ENGINE_CATALOG.filter(
    (engine) =>
      engine === named ||
      (named ?? engine).media_types.some((media_type) => obstacle(engine, request, { kind, media_type }) === null),
  );
}

function chooseAutomatically(
  request: RouteRequest,
  source: RouteSource,
  available: Availabilities,
): readonly EngineEntry[] {
  const suited = suitedEngines(request, source);
  const lacking = (status: Availability['status']) => suited.filter((engine) => statusOf(engine, available) === status);
  const ready = lacking('ready');
  if (ready.length > 0) return ready;
  // A worker may start at any moment; a credential needs an operator's decision.
  const awaited = lacking('needs_worker').slice(0, 1);
  if (awaited.length > 0) return awaited;
  if (request.ocr === 'off' && reads(RECOGNIZER, source)) {
    throw new ServiceError('unsupported_type', 'An image can only be recognized, and options.ocr is off.', {
      media_type: source.media_type,
    });
  }
  throw unsupported(source, [...new Set(ENGINE_CATALOG.flatMap((engine) => engine.media_types))]);
}

function startWith(
  named: EngineEntry,
  request: RouteRequest,
  source: RouteSource,
  available: Availabilities,
): readonly EngineEntry[] {
  if (!reads(named, source)) throw unsupported(source, named.media_types);
  if (!allowsFallback(request)) return [named];
  const fallbacks = suitedEngines(request, source).filter((engine) => statusOf(engine, available) === 'ready');
  return [named, ...fallbacks.filter((engine) => engine !== named)];
}

/** The engines that `auto` may use, best first, available or not. */
function suitedEngines(request: RouteRequest, source: RouteSource): readonly EngineEntry[] {
  const suited = ENGINE_CATALOG.filter((engine) => obstacle(engine, request, source) === null);
  const isOffering = (engine: EngineEntry): boolean => offers(engine, request.scene);
  return [...suited.filter(isOffering), ...suited.filter((engine) => !isOffering(engine))];
}

/** Why `auto` does not use an engine for a source, or `null`. */
function obstacle(engine: EngineEntry, { scene, ocr }: RouteRequest, source: RouteSource): string | null {
  if (engine.engine_id === 'web_crawler') return 'A crawl must be requested by name.';
  if (!reads(engine, source)) return `It does not read ${source.media_type}.`;
  if (ocr === 'off' && engine.engine_id === RECOGNIZER.engine_id) return 'options.ocr is off.';
  if (ocr === 'force' && engine.engine_id === 'markdown_converter' && reads(RECOGNIZER, source)) {
    return 'options.ocr is force, and this engine recognizes no text.';
  }
  if (engine.engine_id === 'web_reader' && source.kind !== 'url') {
    return 'A stored page is converted as a whole, not only its main content.';
  }
  if (engine.is_paid && !offers(engine, scene)) {
    return `It is paid and sends documents to a provider: request it by name or by the scene ${engine.default_scene}.`;
  }
  return null;
}

function reasonFor(engine: EngineEntry, { engine_id, scene }: RouteRequest, source: RouteSource): string {
  if (engine_id === engine.engine_id) return 'The request names this engine.';
  if (offers(engine, scene)) return `It reads ${source.media_type} and offers the scene ${scene}.`;
  return engine.engine_id === 'web_reader'
    ? 'Of a web page, only the main content is converted.'
    : `It reads ${source.media_type}.`;
}

function allowsFallback({ engine_id, scene }: RouteRequest): boolean {
  return engine_id === 'auto' || scene !== 'deep_web';
}

function offers(engine: EngineEntry, scene: string | null): boolean {
  return engine.scenes.some((offered) => offered === scene);
}

function reads(engine: EngineEntry, source: RouteSource): boolean {
  return engine.source_kinds.includes(source.kind) && engine.media_types.includes(source.media_type);
}

function statusOf(engine: EngineEntry, available: Availabilities): Availability['status'] | undefined {
  return available.get(engine.engine_id)?.status;
}

function unsupported(source: RouteSource, supported: readonly string[]): ServiceError {
  const isReadByOthers = ENGINE_CATALOG.some((engine) => engine.media_types.includes(source.media_type));
  const format = isReadByOthers ? null : describeFormat(source.media_type);
  const what = format === null ? '' : ` The source is ${format.name}. ${format.fix}`;
  return new ServiceError('unsupported_type', `No requested engine reads ${source.media_type}.${what}`, {
    media_type: source.media_type,
    supported,
  });
}
