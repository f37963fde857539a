/** The web server of the run: pages, files, small sites to crawl, and addresses that fail or never respond. */
import { makeLongPdf } from '../../test/support/documents/pdf.ts';
import { articlePage } from '../../test/support/servers/page-server.ts';
import { openLoopbackServer } from '../../test/support/servers/loopback-server.ts';
import type { LoopbackServer } from '../../test/support/servers/loopback-server.ts';

/** Pages per crawled site, including its start page. */
export const SITE_PAGES = 5;

export function serveSite(): Promise<LoopbackServer> {
  return openLoopbackServer((request, response) => {
    const [kind = '', name = '', page = ''] = (request.url ?? '').slice(1).split('/');
    const html = (text: string): void => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text);
    };
    switch (kind) {
      case 'page':
        html(articlePage(`Page ${name}`, `This page is number ${name}.`));
        return;
      case 'file':
        response.setHeader('Content-Type', 'application/pdf').end(makeLongPdf(Number(name)));
        return;
      case 'site':
        html(page === '' ? startPage(name) : articlePage(`Page ${page} of ${name}`, `Site ${name} has page ${page}.`));
        return;
      case 'silence':
        return;
      default:
        response.writeHead(404).end();
    }
  });
}

function startPage(name: string): string {
  const links = Array.from(
    { length: SITE_PAGES - 1 },
    (_, index) => `<li><a href="${index + 1}">Page ${index + 1}</a>`,
  );
  return articlePage(`Site ${name}`, `Site ${name} begins here.`).replace(
    '</article>',
    `<ul>${links.join('')}</ul></article>`,
  );
}
