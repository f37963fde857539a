/**
 * How a parse request wants a web page fetched and rendered.
 * @deterministic
 */

/** A value as it is, or the name of the secret with it and the text before it. */
export type HeaderValue = string | { readonly secret_ref: string; readonly prefix: string };

export interface PageRequest {
  /** Sent to the origin of the address alone. Names in lower case. */
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** A CSS selector that must match, or milliseconds, before a rendered page is read; `null`: neither. */
  readonly wait_for: string | number | null;
  /** Whether a picture of the rendered page becomes an image of the document. */
  readonly screenshot: boolean;
}

/** The default. */
export const PLAIN_PAGE: PageRequest = { headers: {}, wait_for: null, screenshot: false };

/** Whether a browser has to render the page, whatever its HTML says. */
export function isRendered({ wait_for, screenshot }: PageRequest): boolean {
  return screenshot || wait_for !== null;
}

/** Whether the response may differ from what other requests for the address get. */
export function isOwnResponse(page: PageRequest): boolean {
  return isRendered(page) || Object.keys(page.headers).length > 0;
}
