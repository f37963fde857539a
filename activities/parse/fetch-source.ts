import type { Probes } from '../../engines/availability.ts';
import type { Browser } from '../../platform/browser/index.ts';
import type { Config } from '../../platform/config.ts';
import { ServiceError } from '../../errors/index.ts';
import type { FairTurns } from '../../platform/fair-turns.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import { sniffMediaType } from '../../platform/media-type/index.ts';
import type { FetchResult, GuardedFetch } from '../../platform/network-guard/index.ts';
import { inFairTurn } from '../step/in-turn.ts';
import type { Step } from '../step/step.ts';
import { chooseEngines } from './choose-engines.ts';
import { findKnown, keepFetched, takeKnown } from '../../domain/parse/fetched-sources.ts';
import type { FetchedSourcesDependencies, KnownSource } from '../../domain/parse/fetched-sources.ts';
import { filenameOfUrl } from './filename.ts';
import { renderThinPage } from './render-page.ts';
import type { StoredSource } from '../../domain/parse/source.ts';
import type { RoutedSource, SourceInput } from './types.ts';

export interface FetchSourceDependencies extends FetchedSourcesDependencies {
  readonly config: Config;
  readonly fetch: GuardedFetch;
  /** `null` when the machine has no browser. */
  readonly browser: Browser | null;
  readonly probes: Probes;
  readonly fetchTurns: FairTurns;
}

/** Fetches a web address into the object store, once per job, and chooses the engines by its media type. */
export async function fetchSource(
  dependencies: FetchSourceDependencies,
  { envelope, request }: SourceInput,
  step: Step,
): Promise<RoutedSource> {
  if (request.locator.kind !== 'url') throw new ServiceError('internal', 'Only web addresses are fetched.');
  const { url } = request.locator;
  const address = new Address(dependencies, envelope.tenant_id, url, step);
  // A response is held in memory as a whole, so the number of fetches at once is limited.
  const source = await inFairTurn(dependencies.fetchTurns, 'fetch', envelope, step, () =>
    address.read(request.max_age_seconds),
  );
  const kind = { kind: 'url', media_type: source.media_type } as const;
  return { source, ...(await chooseEngines(dependencies.probes, request, kind)) };
}

/** One web address, fetched for one job. */
class Address {
  readonly #dependencies: FetchSourceDependencies;
  readonly #tenantId: string;
  readonly #url: string;
  readonly #step: Step;

  constructor(dependencies: FetchSourceDependencies, tenantId: string, url: string, step: Step) {
    this.#dependencies = dependencies;
    this.#tenantId = tenantId;
    this.#url = url;
    this.#step = step;
  }

  /** The stored response if it is at most `maxAgeSeconds` old or the server confirms it; otherwise a new one. */
  async read(maxAgeSeconds: number): Promise<StoredSource> {
    const known = await findKnown(this.#dependencies.database, this.#tenantId, this.#url);
    if (known === null) return this.#keep(await this.#fetch({}));
    const isFresh = Date.now() - known.fetchedAt.getTime() < maxAgeSeconds * 1000;
    const taken = isFresh ? await this.#take(known, null) : null;
    if (taken !== null) return taken;
    const response = await this.#fetch(known.validators);
    if (response.status !== 304) return this.#keep(response);
    return (await this.#take(known, new Date())) ?? this.#keep(await this.#fetch({}));
  }

  #fetch(headers: Readonly<Record<string, string>>): Promise<FetchResult> {
    const { fetch, config } = this.#dependencies;
    return fetch(this.#url, { maxBytes: config.parse.maxSourceBytes, signal: this.#step.signal, headers });
  }

  #take(known: KnownSource, confirmed: Date | null): Promise<StoredSource | null> {
    return takeKnown(this.#dependencies.database, this.#tenantId, this.#url, known, confirmed);
  }

  async #keep({ body, contentType, finalUrl, headers }: FetchResult): Promise<StoredSource> {
    if (body.byteLength === 0) throw new ServiceError('empty', 'The response has no body.');
    const declared = contentType?.mediaType ?? null;
    const mediaType = sniffMediaType(body, { filename: filenameOfUrl(finalUrl), declared });
    const { browser, config } = this.#dependencies;
    const { maxSourceBytes: maxBytes } = config.parse;
    const options = { key: fairnessKey(this.#tenantId), maxBytes, signal: this.#step.signal };
    const thin = await renderThinPage(browser, { url: finalUrl, body, mediaType }, options);
    const source = {
      media_type: mediaType,
      charset: contentType?.charset ?? null,
      final_url: finalUrl,
      fetched_at: new Date().toISOString(),
      object: null,
      warnings: thin === null ? [] : [thin.warning],
    };
    const kept = (content: Uint8Array, facts: Partial<typeof source>, validators: FetchResult['headers']) =>
      keepFetched(this.#dependencies, this.#tenantId, this.#url, this.#step.jobId, {
        body: content,
        source: { ...source, ...facts },
        headers: validators,
      });
    if (thin === null) return kept(body, {}, headers);
    // The data that scripts load may change while the page itself does not, so its validators cannot be used.
    const { etag: _etag, 'last-modified': _lastModified, ...others } = headers;
    if (thin.rendered === null) return kept(body, {}, others);
    return kept(Buffer.from(thin.rendered.html), { charset: 'utf-8', final_url: thin.rendered.finalUrl }, others);
  }
}
