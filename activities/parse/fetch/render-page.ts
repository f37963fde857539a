import { isHtml } from '../../../engines/parse/catalog.ts';
import { whyThin } from '../../../engines/parse/web_reader/thin-page.ts';
import type { ParseWarning, WarningCode } from '../../../engines/parse/documents/index.ts';
import type { Browser, RenderOptions, RenderedPage } from '../../../platform/browser/index.ts';
import type { PageRequest } from '../../../domain/parse/page-request.ts';
import { ServiceError } from '../../../errors/index.ts';

/** The result of rendering a page that its scripts build. */
export interface ThinPage {
  /** `null` when it could not be rendered: the page is then read as fetched. */
  readonly rendered: RenderedPage | null;
  readonly warning: ParseWarning;
}

interface PageToRender {
  readonly url: string;
  readonly body: Uint8Array;
  readonly mediaType: string;
}

/** How long a page that a request wants rendered may take, waiting included. */
const ASKED_MS = 60_000;

/**
 * Renders a page as a request wants it. Anything that is no page stays as fetched, with a warning. Throws what the
 * browser throws: the page as fetched is not what was asked for.
 */
export async function renderAsked(
  browser: Browser,
  { url, mediaType }: PageToRender,
  { wait_for, screenshot }: PageRequest,
  options: RenderOptions,
): Promise<ThinPage> {
  const warn = (code: WarningCode, message: string): ParseWarning => ({ code, message, page: null });
  if (!isHtml(mediaType)) {
    return { rendered: null, warning: warn('not_rendered', `A browser renders web pages, not ${mediaType}.`) };
  }
  const rendered = await browser.render(url, { ...options, timeoutMs: ASKED_MS, waitFor: wait_for, screenshot });
  const warning = rendered.isIncomplete
    ? warn('wait_for_missed', `No element matched ${JSON.stringify(wait_for)} in time. The page was read as it was.`)
    : warn('rendered', 'A browser rendered the page, as requested.');
  return { rendered, warning };
}

/**
 * The same page as fetched, with a warning if its HTML lacks its text: headers of a request stay out of the browser.
 */
export function leaveAsFetched({ body, mediaType }: PageToRender): ThinPage | null {
  const reason = isHtml(mediaType) ? whyThin(body) : null;
  if (reason === null) return null;
  const message = `${reason} Pages fetched with request headers are not rendered. It was read as fetched.`;
  return { rendered: null, warning: { code: 'not_rendered', message, page: null } };
}

/**
 * Renders a page whose HTML lacks its text. Returns `null` for a page with text and for anything that is not a page.
 */
export async function renderThinPage(
  browser: Browser | null,
  page: PageToRender,
  options: RenderOptions,
): Promise<ThinPage | null> {
  const reason = isHtml(page.mediaType) ? whyThin(page.body) : null;
  return reason === null ? null : renderPage(browser, page.url, reason, options);
}

/** Renders a page; `reason` says why. If the browser is absent or fails, the page stays as fetched. */
export async function renderPage(
  browser: Browser | null,
  url: string,
  reason: string,
  options: RenderOptions,
): Promise<ThinPage> {
  const notRendered = (why: string): ThinPage => ({
    rendered: null,
    warning: { code: 'not_rendered', message: `${reason} ${why} It was read as fetched.`, page: null },
  });
  if (browser === null) return notRendered('This service has no browser to render it.');
  try {
    const rendered = await browser.render(url, options);
    return { rendered, warning: { code: 'rendered', message: `${reason} A browser rendered it.`, page: null } };
  } catch (error) {
    if (options.signal.aborted || !(error instanceof ServiceError)) throw error;
    return notRendered(`The browser could not render it (${error.code}).`);
  }
}
