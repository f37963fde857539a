/** Chooses which engines try a source, in which order, and says why. */
import { ServiceError } from '../../platform/errors.ts';
import { ENGINE_CATALOG, findEngine, type EngineEntry, type EngineId, type SourceKind } from './catalog.ts';

const PDF = 'application/pdf';

export interface RouteRequest {
  /** `auto` or the identifier of one engine. */
  readonly engine_id: string;
  readonly scene: string | null;
}

export interface RouteSource {
  readonly kind: SourceKind;
  /** Sniffed media type. */
  readonly media_type: string;
}

export interface RouteStep {
  readonly engine_id: EngineId;
  readonly reason: string;
}

export interface Route {
  /** Engines to try in turn, never empty: the next one only when the one before failed. */
  readonly chain: readonly RouteStep[];
  /** The other engines of the catalogue, each with the reason why it is not tried. */
  readonly skipped: readonly RouteStep[];
}

/**
 * The engines for a source. `auto` prefers the engines that offer the scene, if one is given; a named engine comes first
 * and, except with the scene `deep_web`, falls back to what `auto` would try.
 * Throws `unsupported_type` when no engine, or not the named one, reads the type, `not_found` for an unknown engine.
 */
export function route(request: RouteRequest, source: RouteSource): Route {
  if (request.engine_id === 'auto') return routeAutomatically(request.scene, source);

  const named = findEngine(request.engine_id);
  if (!reads(named, source)) throw unsupported(source, named.media_types);

  const first: RouteStep = { engine_id: named.engine_id, reason: 'The request names this engine.' };
  const others = ENGINE_CATALOG.filter((engine) => engine !== named);
  if (request.scene === 'deep_web') {
    const reason = 'The scene deep_web with a named engine allows no fallback.';
    return { chain: [first], skipped: others.map(({ engine_id }) => ({ engine_id, reason })) };
  }
  const automatic = routeAutomatically(request.scene, source);
  const isOther = (step: RouteStep): boolean => step.engine_id !== named.engine_id;
  return { chain: [first, ...automatic.chain.filter(isOther)], skipped: automatic.skipped.filter(isOther) };
}

function routeAutomatically(scene: string | null, source: RouteSource): Route {
  const verdicts = ENGINE_CATALOG.map((engine) => ({ engine, obstacle: obstacle(engine, source, scene) }));
  const usable = verdicts.filter(({ obstacle }) => obstacle === null).map(({ engine }) => engine);
  if (usable.length === 0)
    throw unsupported(source, [...new Set(ENGINE_CATALOG.flatMap((engine) => engine.media_types))]);

  const offers = (engine: EngineEntry): boolean => engine.scenes.some((offered) => offered === scene);
  const ordered = [...usable.filter(offers), ...usable.filter((engine) => !offers(engine))];
  return {
    chain: ordered.map((engine, index) => ({
      engine_id: engine.engine_id,
      reason: reasonFor(engine, source, index, offers(engine) ? scene : null),
    })),
    skipped: verdicts.flatMap(({ engine, obstacle }) =>
      obstacle === null ? [] : [{ engine_id: engine.engine_id, reason: obstacle }],
    ),
  };
}

/** Why `auto` does not take an engine for a source, or `null`. */
function obstacle(engine: EngineEntry, source: RouteSource, scene: string | null): string | null {
  if (!reads(engine, source)) return `It does not read ${source.media_type}.`;
  if (engine.engine_id === 'web_reader' && source.kind !== 'url') {
    return 'A stored page is wanted whole, not only its main content.';
  }
  if (engine.engine_id === 'document_ai_converter' && source.media_type === PDF && scene !== 'document_ai') {
    return 'A PDF is read by its text layer.';
  }
  return null;
}

function reasonFor(engine: EngineEntry, source: RouteSource, index: number, scene: string | null): string {
  if (index > 0) return 'Fallback when the engine before fails.';
  if (scene !== null) return `It reads ${source.media_type} and offers the scene ${scene}.`;
  return engine.engine_id === 'web_reader'
    ? 'A web page is wanted without what surrounds its main content.'
    : `It reads ${source.media_type}.`;
}

function reads(engine: EngineEntry, source: RouteSource): boolean {
  return engine.source_kinds.includes(source.kind) && engine.media_types.includes(source.media_type);
}

function unsupported(source: RouteSource, supported: readonly string[]): ServiceError {
  return new ServiceError('unsupported_type', `No engine asked for reads ${source.media_type}.`, {
    media_type: source.media_type,
    supported,
  });
}
