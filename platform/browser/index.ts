/** Pages as a browser shows them, for those that are built by their scripts. */
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

/** Pages at a time; the others wait, shared fairly between keys. */
const MAX_PAGES = 4;

export interface BrowserSettings {
  /** Paths of Chromium or Chrome; the first that can be executed is used. */
  readonly executables: readonly string[];
  /** Whether Chromium's sandbox is used. It needs user namespaces, and no process of root can have it. */
  readonly sandbox: boolean;
  /** Addresses, CIDR ranges and host names that pages may reach although they are not public. */
  readonly allow: readonly string[];
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

export interface Browser {
  /**
   * Opens an http or https URL, waits until its scripts have built the page, and answers it as HTML. All that the page
   * loads is held to the network guard. Rejects as the guarded fetch does: `fetch_failed` with `details.reason`, also
   * `browser` when the browser dies under the page; `not_found`, `too_large`, `timeout`; or with the signal's reason.
   */
  render(url: string, options: RenderOptions): Promise<RenderedPage>;
  /** Ends the browser, and with it the pages that are being rendered. */
  close(): Promise<void>;
}

/**
 * The browser of this machine, or `null` when there is none. It is started by the first page, stays for the next ones, is
 * started again when it has died, and ends with this process at the latest.
 */
export function openBrowser({ executables, sandbox, allow, resolve }: BrowserSettings): Browser | null {
  const executable = firstExecutable(executables);
  if (executable === undefined) return null;
  const guard = createAddressGuard(allow, resolve);
  const turns = new FairTurns(MAX_PAGES, 0);
  let started: Promise<Chromium> | null = null;
  let isClosed = false;

  const start = async (): Promise<Chromium> => {
    // The library is large: a process that renders nothing does without it.
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
