/** Renders one page in a browser. */
import type { Browser, BrowserContext, CDPSession, Page, Request, Response, Route } from 'playwright-core';
import { ServiceError } from '../../errors/index.ts';
import { tooLarge } from '../network-guard/body.ts';
import { browserFailure, refused, statusError } from '../network-guard/failures.ts';
import { checkedUrl } from '../network-guard/url.ts';
import type { AddressGuard } from '../network-guard/lookup.ts';
import { askPage } from './ask-page.ts';
import { openGate } from './gate.ts';
import type { Gate } from './gate.ts';
import { serialize } from './serialize.ts';
import { waitForElement } from './wait-for-element.ts';

/** How long to wait for network idle after the page was built; some pages never stop loading. */
const SETTLE_MS = 10_000;

const CRASHED = 'The browser could not render the page.';

/** Pixels: a picture has at most 26 MB before it is compressed. */
const SCREENSHOT_WIDTH = 1280;
const MAX_SCREENSHOT_HEIGHT = 5000;
const SCREENSHOT_MS = 10_000;
/** A page that does not say what it holds for so long is in an endless script. */
const ANSWER_MS = 10_000;

/** Resource types that only change how a page looks. */
const LOOKS: ReadonlySet<string> = new Set(['image', 'font']);

/** Resource types that are not loaded, since they change no text. */
const NEEDLESS: ReadonlySet<string> = new Set(['image', 'media', 'font', 'ping', 'texttrack', 'manifest']);

export interface RenderedPage {
  /** The page after its scripts have run, shadow trees included; at most `maxBytes` characters. */
  readonly html: string;
  /** Final address, after redirects of any kind. */
  readonly finalUrl: string;
  /** 2xx. */
  readonly status: number;
  /** A PNG picture of it, up to 5000 pixels high, if it was asked for. */
  readonly screenshot: Uint8Array | null;
  /** Whether what it was to wait for did not come. */
  readonly isIncomplete: boolean;
}

export interface RenderOptions {
  /** Fairness key: waiting pages are served in turns between keys. */
  readonly key: string;
  /** Limit on the page and everything it loads, decompressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Total time limit. Default 30 s. */
  readonly timeoutMs?: number;
  /** A CSS selector that must match in time ({@link waitForElement}), or milliseconds. Default: neither. */
  readonly waitFor?: string | number | null;
  /** Whether a picture is taken; then pictures and fonts are loaded. */
  readonly screenshot?: boolean;
}

/**
 * Renders in a context of its own: no cookie, cache or storage carries over from or to other pages. Rejects like the
 * guarded fetch, or with the signal's reason.
 */
export async function renderPage(
  browser: Browser,
  guard: AddressGuard,
  address: string,
  { maxBytes, signal, timeoutMs = 30_000, waitFor = null, screenshot = false }: Omit<RenderOptions, 'key'>,
): Promise<RenderedPage> {
  const url = checkedUrl(address).href;
  signal.throwIfAborted();
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const deadline = setTimeout(() => stop.abort(tookTooLong(timeoutMs)), timeoutMs);
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  // The races below handle the rejection, unless the work has finished first.
  stopped.catch(() => undefined);
  const load = new PageLoad({ maxBytes, waitFor, screenshot }, stop);
  const gate = await openGate(guard, load.countPacked);
  const opening = openContext(browser, gate);
  try {
    const context = await Promise.race([opening, stopped]);
    return await Promise.race([load.run(context, gate, url), stopped]);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
    gate.close();
    // After a crash there is no context left to close.
    await opening.then((context) => context.close()).catch(() => undefined);
  }
}

async function openContext(browser: Browser, gate: Gate): Promise<BrowserContext> {
  return browser.newContext({
    proxy: { server: gate.proxy },
    userAgent: userAgent(browser.version()),
    serviceWorkers: 'block',
    acceptDownloads: false,
  });
}

/** Chromium's own user agent plus the name of this service. */
function userAgent(version: string): string {
  const [major = ''] = version.split('.');
  return (
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ` +
    'Tidemill'
  );
}

/** State of one page load. */
class PageLoad {
  readonly #wanted: Required<Pick<RenderOptions, 'maxBytes' | 'waitFor' | 'screenshot'>>;
  readonly #stop: AbortController;
  #packed = 0;
  #unpacked = 0;
  /** Address of the main document, loaded or loading. */
  #address = '';
  #response: Response | null = null;

  constructor(wanted: Required<Pick<RenderOptions, 'maxBytes' | 'waitFor' | 'screenshot'>>, stop: AbortController) {
    this.#wanted = wanted;
    this.#stop = stop;
  }

  #fail(error: ServiceError): void {
    this.#stop.abort(error);
  }

  readonly countPacked = (bytes: number): void => {
    this.#packed += bytes;
    this.#limit(this.#packed);
  };

  #limit(bytes: number): void {
    const { maxBytes } = this.#wanted;
    if (bytes > maxBytes) this.#fail(tooLarge(maxBytes));
  }

  async run(context: BrowserContext, gate: Gate, url: string): Promise<RenderedPage> {
    this.#address = url;
    const page = await context.newPage();
    // A route can fire just after the page has closed.
    const { maxBytes, waitFor, screenshot } = this.#wanted;
    await context.route('**/*', (route) => admit(route, page, screenshot).catch(() => undefined));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    page.on('crash', () => this.#fail(browserFailure(CRASHED)));
    page.on('request', (request) => {
      if (isDocumentOf(request, page)) this.#address = request.url();
    });
    page.on('response', (response) => {
      if (isDocumentOf(response.request(), page)) this.#response = response;
    });
    const client = await context.newCDPSession(page);
    client.on('Network.dataReceived', ({ dataLength }) => {
      this.#unpacked += dataLength;
      this.#limit(this.#unpacked);
    });
    await client.send('Network.enable');
    try {
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 });
      await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
    } catch (error) {
      throw this.#failure(gate, error);
    }
    const ask = (declaration: string, argument: unknown): Promise<unknown> => {
      const late = setTimeout(() => this.#fail(unresponsive()), ANSWER_MS);
      return askPage(client, declaration, argument).finally(() => clearTimeout(late));
    };
    if (typeof waitFor === 'number') await page.waitForTimeout(waitFor);
    const isIncomplete = typeof waitFor === 'string' && !(await waitForElement(waitFor, ask, this.#stop.signal));
    const finalUrl = page.url();
    if (!/^https?:/.test(finalUrl)) throw this.#failure(gate, null);
    const status = this.#response?.status() ?? 0;
    if (status < 200 || status > 299) throw this.#statusError(status);
    const html = await serialize(ask, maxBytes);
    return { html, finalUrl, status, isIncomplete, screenshot: screenshot ? await picture(page, client) : null };
  }

  #statusError(status: number): ServiceError {
    return statusError(status, this.#response?.headers()['retry-after']);
  }

  /** Why the document did not load. The gate's reason is more precise than the browser's. */
  #failure(gate: Gate, error: unknown): ServiceError {
    const refusal = gate.failure(this.#address);
    if (refusal !== null) return refusal;
    const message = error instanceof Error ? error.message : '';
    if (message.includes('Download is starting'))
      return new ServiceError('unsupported_type', 'The address is a download, not a page.');
    const [, code = ''] = /net::(ERR_\w+)/.exec(message) ?? [];
    // Chromium reports this for a response without a body.
    if (code === 'ERR_HTTP_RESPONSE_CODE_FAILURE') return this.#statusError(this.#response?.status() ?? 0);
    if (/^ERR_(CERT|SSL)_/.test(code)) return refused('tls', 'No trusted TLS connection could be made.', error);
    if (/^ERR_(UNSAFE_REDIRECT|INVALID_REDIRECT|(UNKNOWN|DISALLOWED)_URL_SCHEME|ABORTED)$/.test(code)) {
      return refused('scheme', 'Only http and https are read.', error);
    }
    if (code === 'ERR_TOO_MANY_REDIRECTS') return refused('redirects', 'Too many redirects.', error);
    if (code === '') return browserFailure(CRASHED, error);
    return new ServiceError('fetch_failed', 'The connection failed.', { reason: 'connect' }, error);
  }
}

/**
 * Admits the page itself and what its scripts need; frames and pop-ups are separate pages, whose content is not read.
 */
async function admit(route: Route, page: Page, withLooks: boolean): Promise<void> {
  const request = route.request();
  const isOther = request.isNavigationRequest() && !isDocumentOf(request, page);
  const type = request.resourceType();
  const isNeedless = (NEEDLESS.has(type) && !(withLooks && LOOKS.has(type))) || !/^https?:/.test(request.url());
  await (isOther || isNeedless ? route.abort('blockedbyclient') : route.continue());
}

async function picture(page: Page, client: CDPSession): Promise<Uint8Array> {
  const { cssContentSize } = await client.send('Page.getLayoutMetrics');
  const height = Math.max(1, Math.min(Math.ceil(cssContentSize.height), MAX_SCREENSHOT_HEIGHT));
  await page.setViewportSize({ width: SCREENSHOT_WIDTH, height });
  return page.screenshot({ type: 'png', animations: 'disabled', timeout: SCREENSHOT_MS });
}

function isDocumentOf(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // The frame of a window that is still opening.
    return false;
  }
}

/** Not retryable: the page would take its time again, and keep other pages waiting. */
const timedOut = (detail: string, seconds: number): ServiceError =>
  new ServiceError('timeout', detail, { phase: 'render', limit_seconds: seconds }, undefined, false);

function unresponsive(): ServiceError {
  const seconds = ANSWER_MS / 1000;
  return timedOut(`The page did not answer within ${seconds} s.`, seconds);
}

function tookTooLong(limitMs: number): ServiceError {
  const seconds = limitMs / 1000;
  return timedOut(`The page was not rendered within ${seconds} s.`, seconds);
}
