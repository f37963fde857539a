/**
 * The frame of a report. The page is one file: it loads nothing and runs no script, which its policy also forbids to
 * whatever an answer might bring in.
 */
import { createHash } from 'node:crypto';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { STYLE } from './style.ts';

const styleHash = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** The first part of a page, up to its content. */
export function pageStart(title: string): string {
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>`;
  return `<!doctype html>\n<html lang="en"><head>${head.text}<style>${STYLE}</style></head><body><main>\n`;
}

export const PAGE_END = '</main></body></html>\n';

export function page(title: string, content: Html): string {
  return pageStart(title) + content.text + PAGE_END;
}
