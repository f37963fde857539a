/** A web site on loopback with everything in it that keeps crawlers from ending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { articlePage } from './page-server.ts';
import { makePdf } from '../documents/pdf.ts';
import { serveOnLoopback } from './loopback.ts';

const SECTIONS = 15;
const ARTICLES = 18;
/**
 * The home page, sections, their articles, one page that only the sitemap names, one that its script builds, and a PDF.
 */
export const SITE_PAGES = 1 + SECTIONS + SECTIONS * ARTICLES + 3;

const MIB = 1024 * 1024;

export interface TrapSite {
  readonly origin: string;
  /** How often each path with its query was asked for. */
  readonly requests: ReadonlyMap<string, number>;
  /** Most requests that were under way at a time. */
  readonly mostAtOnce: () => number;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** Serves the site until the tests of the file have ended. */
export async function serveTrapSite(): Promise<TrapSite> {
  const requests = new Map<string, number>();
  let open = 0;
  let most = 0;
  const origin = await serveOnLoopback((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = `${url.pathname}${url.search}`;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    most = Math.max(most, ++open);
    response.on('close', () => open--);
    answerFor(url.pathname)(request, response, url);
  });
  return { origin, requests, mostAtOnce: () => most };
}

function answerFor(path: string): Answer {
  const trap = TRAPS[path];
  if (trap) return trap;
  const [, section, article] = /^\/section\/(\d+)(?:\/article-(\d+)\/?)?$/.exec(path) ?? [];
  if (article !== undefined) return (_request, response) => html(response, articleText(section ?? '', article));
  if (section !== undefined) return (_request, response) => html(response, sectionText(section));
  return (_request, response) => response.writeHead(404).end();
}

const TRAPS: Readonly<Record<string, Answer>> = {
  '/': (_request, response) => html(response, page('Home', 'All there is.', HOME_LINKS)),
  '/robots.txt': (_request, response) =>
    response.setHeader('Content-Type', 'text/plain').end('User-agent: *\nDisallow: /private/\nSitemap: /map.xml\n'),
  '/map.xml': (_request, response) =>
    response
      .setHeader('Content-Type', 'application/xml')
      .end(
        '<?xml version="1.0"?><urlset><url><loc>http://127.0.0.1/</loc></url>' +
          `<url><loc>http://${_request.headers.host}/orphan</loc></url></urlset>`,
      ),
  '/orphan': (_request, response) => html(response, page('Orphan', 'Only the sitemap knows this page.', [])),
  '/report.pdf': (_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(makePdf([{ text: [{ x: 72, y: 90, text: 'A report' }] }])),
  '/calendar': (_request, response, url) => {
    const [year = 0, month = 0] = (url.searchParams.get('month') ?? '').split('-').map(Number);
    const near = [-1, 1].map((step) => {
      const date = new Date(Date.UTC(year, month - 1 + step, 1));
      return `/calendar?month=${date.toISOString().slice(0, 7)}`;
    });
    html(response, page(`Month ${year}-${month}`, `What happens in month ${month} of ${year}.`, near));
  },
  '/private/diary': (_request, response) => html(response, page('Diary', 'Nobody may read this.', [])),
  '/loop/a': (_request, response) => response.writeHead(302, { Location: '/loop/b' }).end(),
  '/loop/b': (_request, response) => response.writeHead(302, { Location: '/loop/a' }).end(),
  '/broken': (_request, response) => response.writeHead(500).end(),
  '/slow': () => undefined,
  '/leak': (_request, response) => response.writeHead(302, { Location: 'http://10.1.2.3/secret' }).end(),
  '/metadata': (_request, response) =>
    response.writeHead(301, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/huge': (_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    let left = 50;
    const write = (): void => {
      while (left-- > 0) if (!response.write('x'.repeat(MIB))) return void response.once('drain', write);
      response.end();
    };
    write();
  },
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(BOMB);
  },
  '/picture': (_request, response) => response.end(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')),
  '/hidden': (_request, response) => {
    response.setHeader('X-Robots-Tag', 'noindex');
    html(response, page('Hidden', 'Not for an index.', []));
  },
  '/print/1': (_request, response) =>
    html(
      response,
      articleText('1', '1').replace('<head>', '<head><link rel="canonical" href="/section/1/article-1">') +
        '<p>Printed.',
    ),
  '/moved': (_request, response) => response.writeHead(301, { Location: '/section/2' }).end(),
  '/copy': (_request, response) => html(response, articleText('3', '3')),
  '/app': (_request, response) =>
    html(response, '<title>App</title><div id="root"></div><script src="/app.js"></script>'),
  '/app.js': (_request, response) =>
    response
      .setHeader('Content-Type', 'text/javascript')
      .end(`root.innerHTML = '<main><h1>App</h1><p>${'It was built by a script. '.repeat(20)}</p></main>'`),
  '/blank': (_request, response) => html(response, '<!doctype html><title>Blank</title><body></body>'),
};

const BOMB = gzipSync(Buffer.alloc(100 * MIB));

const HOME_LINKS = [
  ...Array.from({ length: SECTIONS }, (_none, index) => `/section/${index + 1}`),
  ...Object.keys(TRAPS).filter(
    (path) => !['/', '/orphan', '/robots.txt', '/map.xml', '/calendar', '/app.js'].includes(path),
  ),
  '/calendar?month=2026-03',
  '/section/1?utm_source=home',
  '/section/1/#top',
  '/index.html',
  '/missing',
  'mailto:someone@example.com',
  'javascript:void(0)',
  'https://example.com/elsewhere',
];

function sectionText(section: string): string {
  const links = Array.from({ length: ARTICLES }, (_none, index) => `/section/${section}/article-${index + 1}`);
  return page(`Section ${section}`, `Section ${section} has articles.`, [...links, '/', `/section/${section}`]);
}

function articleText(section: string, article: string): string {
  return page(`Article ${section}.${article}`, `Article ${article} of section ${section}.`, [`/section/${section}`]);
}

function page(title: string, sentence: string, links: readonly string[]): string {
  const list = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('');
  return articlePage(title, sentence).replace('</body>', `<footer><ul>${list}</ul></footer></body>`);
}

function html(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text);
}
