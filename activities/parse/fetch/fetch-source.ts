import type { Probes } from '../../../engines/availability.ts';
import type { Browser } from '../../../platform/browser/index.ts';
import type { Config } from '../../../domain/settings.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { FairTurns } from '../../../platform/fair-turns.ts';
import { fairnessKey } from '../../../domain/jobs/priority.ts';
import type { FetchResult, GuardedFetch } from '../../../platform/network-guard/index.ts';
import { inFairTurn } from '../../step/in-turn.ts';
import type { Step } from '../../step/step.ts';
import { chooseEngines } from '../choose-engines.ts';
import { findKnown, keepFetched, takeKnown } from '../../../domain/parse/fetched-sources.ts';
import type { FetchedSourcesDependencies, KnownSource } from '../../../domain/parse/fetched-sources.ts';
import { folderOf, imagesPrefixOf } from '../../../domain/parse/keys.ts';
import { isOwnResponse, isRendered, PLAIN_PAGE } from '../../../domain/parse/page-request.ts';
import type { PageRequest } from '../../../domain/parse/page-request.ts';
import { SCREENSHOT } from '../../../domain/parse/source.ts';
import type { StoredSource } from '../../../domain/parse/source.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { leaveAsFetched, renderAsked, renderThinPage } from './render-page.ts';
import { readResponse } from './read-response.ts';
import { headersFor } from './request-headers.ts';
import type { RoutedSource, SourceInput } from '../types.ts';

export interface FetchSourceDependencies extends FetchedSourcesDependencies {
  readonly config: Config;
  readonly fetch: GuardedFetch;
  /** `null` when the machine has no browser. */
  readonly browser: Browser | null;
  readonly probes: Probes;
  readonly fetchTurns: FairTurns;
  readonly secrets: Secrets;
}

/** Fetches a web address into the object store, once per job, and chooses the engines by its media type. */
export async function fetchSource(
  dependencies: FetchSourceDependencies,
  { envelope, request }: SourceInput,
  step: Step,
): Promise<RoutedSource> {
  if (request.locator.kind !== 'url') throw new ServiceError('internal', 'Only web addresses are fetched.');
  const { url } = request.locator;
  const { page = PLAIN_PAGE } = request;
  if (isRendered(page) && dependencies.browser === null) {
    const field = page.screenshot ? 'options.screenshot' : 'options.wait_for';
    throw new ServiceError('no_browser', `This worker has no browser, which ${field} needs.`, { field });
  }
  const address = new Address(dependencies, envelope.tenant_id, url, page, step);
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
  readonly #page: PageRequest;
  readonly #step: Step;

  constructor(dependencies: FetchSourceDependencies, tenantId: string, url: string, page: PageRequest, step: Step) {
    this.#dependencies = dependencies;
    this.#tenantId = tenantId;
    this.#url = url;
    this.#page = page;
    this.#step = step;
  }

  /** The stored response if it is at most `maxAgeSeconds` old or the server confirms it; otherwise a new one. */
  async read(maxAgeSeconds: number): Promise<StoredSource> {
    const { database, secrets } = this.#dependencies;
    if (isOwnResponse(this.#page)) {
      return this.#keep(await this.#fetch(await headersFor(secrets, this.#page.headers, this.#url)));
    }
    const known = await findKnown(database, this.#tenantId, this.#url);
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

  async #keep(response: FetchResult): Promise<StoredSource> {
    const { finalUrl, headers } = response;
    const { body, mediaType, charset } = readResponse(response);
    const thin = await this.#render({ url: finalUrl, body, mediaType });
    const source = {
      media_type: mediaType,
      charset,
      final_url: finalUrl,
      fetched_at: new Date().toISOString(),
      object: null,
      warnings: thin === null ? [] : [thin.warning],
    };
    const kept = (content: Uint8Array, facts: Partial<typeof source>, validators: FetchResult['headers']) =>
      keepFetched(this.#dependencies, this.#tenantId, this.#cachedAs, this.#step.jobId, {
        body: content,
        source: { ...source, ...facts },
        headers: validators,
      });
    if (thin === null) return kept(body, {}, headers);
    // The data that scripts load may change while the page itself does not, so its validators cannot be used.
    const { etag: _etag, 'last-modified': _lastModified, ...others } = headers;
    if (thin.rendered === null) return kept(body, {}, others);
    const { html, finalUrl: final_url, screenshot } = thin.rendered;
    const stored = await kept(Buffer.from(html), { charset: 'utf-8', final_url }, others);
    return screenshot === null ? stored : { ...stored, screenshot: await this.#keepScreenshot(screenshot) };
  }

  /** `null`: other requests for the address must not get this response. */
  get #cachedAs(): string | null {
    return isOwnResponse(this.#page) ? null : this.#url;
  }

  #render(fetched: { readonly url: string; readonly body: Uint8Array; readonly mediaType: string }) {
    const { browser, config } = this.#dependencies;
    const { maxSourceBytes: maxBytes } = config.parse;
    const options = { key: fairnessKey(this.#tenantId), maxBytes, signal: this.#step.signal };
    if (Object.keys(this.#page.headers).length > 0) return leaveAsFetched(fetched);
    return isRendered(this.#page) && browser !== null
      ? renderAsked(browser, fetched, this.#page, options)
      : renderThinPage(browser, fetched, options);
  }

  async #keepScreenshot(bytes: Uint8Array): Promise<NonNullable<StoredSource['screenshot']>> {
    const key = `${imagesPrefixOf(folderOf(this.#step.jobId))}${SCREENSHOT.name}`;
    await this.#dependencies.objects.put(key, bytes, SCREENSHOT.media_type);
    return { key, bytes: bytes.byteLength };
  }
}
