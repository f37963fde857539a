import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveOnLoopback } from './loopback.ts';

export interface PageServer {
  /** Address of a page: `/` and its name. */
  url(name: string): string;
  /** How often each path was asked for. */
  readonly requests: ReadonlyMap<string, number>;
}

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** Serves pages by name on loopback until the tests of the file have ended: HTML text, or what a function answers. */
export async function servePages(pages: Readonly<Record<string, Page>>): Promise<PageServer> {
  const requests = new Map<string, number>();
  const origin = await serveOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
    const page = pages[pathname.slice(1)];
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'string') response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    else page(request, response);
  });
  return { url: (name) => `${origin}/${name}`, requests };
}

/** A page with enough of an article for a reader to find it. */
export function articlePage(title: string, sentence: string): string {
  const paragraph = `<p>${sentence} ${'It is written so that a reader finds a main part on this page. '.repeat(4)}</p>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title></head>
    <body><nav><a href="/">Home</a></nav><article><h1>${title}</h1>${paragraph.repeat(3)}</article></body></html>`;
}
