/** Renders pages that are built by their scripts. */
import { userInfo } from 'node:os';
import type { Browser as Chromium } from 'playwright-core';
import { FairTurns } from '../fair-turns.ts';
import { browserFailure } from '../network-guard/failures.ts';
import { createAddressGuard } from '../network-guard/lookup.ts';
import type { Resolve } from '../network-guard/lookup.ts';
import { SpanKind, inSpan } from '../tracing/span.ts';
import { firstExecutable } from './executables.ts';
import { renderPage } from './render.ts';
import type { RenderOptions, RenderedPage } from './render.ts';

export type { RenderOptions, RenderedPage } from './render.ts';

/**
 * Pages rendered at a time; others wait in fair order between keys. One more is for keys without any: a page may use
 * all its time.
 */
const MAX_PAGES = 3;
const RESERVE = 1;

export interface BrowserSettings {
  /** Paths of Chromium or Chrome; the first executable one is used. */
  readonly executables: readonly string[];
  /** Whether to use Chromium's sandbox. It needs user namespaces and does not work as root. */
  readonly sandbox: boolean;
  /** Non-public addresses, CIDR ranges and host names that pages may reach. */
  readonly allow: readonly string[];
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

export interface Browser {
  /**
   * Opens an http or https URL, waits until its scripts have built the page, and returns the HTML. Everything the page
   * loads passes the network guard. Rejects like the guarded fetch: `fetch_failed` with `details.reason` (also
   * `browser` when the browser crashes), `not_found`, `too_large`, `timeout`, `invalid_selector`; or with the signal's
   * reason.
   */
  render(url: string, options: RenderOptions): Promise<RenderedPage>;
  /** Closes the browser and aborts the pages being rendered. */
  close(): Promise<void>;
}

/**
 * The browser of this machine, or `null` when there is none. The first page starts it; later pages share it. It
 * restarts after a crash and exits with this process at the latest.
 */
export function openBrowser({ executables, sandbox, allow, resolve }: BrowserSettings): Browser | null {
  const executable = firstExecutable(executables);
  if (executable === undefined) return null;
  const guard = createAddressGuard(allow, resolve);
  const turns = new FairTurns(MAX_PAGES, RESERVE);
  let started: Promise<Chromium> | null = null;
  let isClosed = false;

  const start = async (): Promise<Chromium> => {
    // The library is large; a process that renders nothing never loads it.
    const { launchChromium } = await import('./launch.ts');
    const chromium = await launchChromium(executable, sandbox && userInfo().uid !== 0);
    chromium.on('disconnected', () => (started = null));
    return chromium;
  };
  const chromium = async (): Promise<Chromium> => {
    if (isClosed) throw browserFailure('The browser was closed.');
    started ??= start();
    try {
      return await started;
    } catch (error) {
      started = null;
      throw browserFailure('The browser does not start.', error);
    }
  };

  return {
    render: (url, options) =>
      inSpan('Render page', { kind: SpanKind.CLIENT }, () =>
        turns.run(options.key, { signal: options.signal, isUnderWay: false }, async () =>
          renderPage(await chromium(), guard, url, options),
        ),
      ),
    async close() {
      isClosed = true;
      const running = await started?.catch(() => null);
      await running?.close();
    },
  };
}
