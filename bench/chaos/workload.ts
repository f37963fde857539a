/** The workload of a run: requests with their times and expected outcomes. */
import { makeDocx, paragraph } from '../../test/support/documents/docx.ts';
import { articlePage } from '../../test/support/servers/page-server.ts';
import { makeLongPdf } from '../../test/support/documents/pdf.ts';
import { makeXlsx, rows } from '../../test/support/documents/xlsx.ts';
import type { Random } from '../../test/support/random.ts';

/** A source and the engine that reads it. Documents with the same `name` have the same Markdown. */
export interface Document {
  readonly name: string;
  /** Bytes to store, or an address. */
  readonly source: { readonly filename: string; readonly bytes: Uint8Array } | { readonly url: string };
  readonly engine: string;
  /** The expected error code; absent when parsing must succeed. */
  readonly error?: string;
}

/** One request: a document, once or several times. */
export interface Order {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** Milliseconds after the start of the run. */
  readonly at: number;
  readonly document: Document;
  /** How often the request names it, and so the number of jobs. */
  readonly count: number;
  /** Whether to upload a stored document again for it. */
  readonly uploadsAnew: boolean;
  readonly cache: 'use' | 'refresh';
  readonly priority: number;
  readonly hasWebhook: boolean;
  /** Milliseconds after its submission; `null`: not cancelled. */
  readonly cancelAfter: number | null;
  /** Whether to send the same request again after it was accepted. */
  readonly isRepeated: boolean;
}

const CONVERTER = 'markdown_converter';

/** All documents of the run, given the origin of its site. */
export function documentsOf(origin: string) {
  const stored = (name: string, filename: string, bytes: Uint8Array, engine = CONVERTER, error?: string): Document => ({
    name,
    engine,
    source: { filename, bytes },
    ...(error !== undefined && { error }),
  });
  const web = (path: string, engine: string, error?: string): Document => ({
    name: `${engine} of ${path}`,
    engine,
    source: { url: `${origin}/${path}` },
    ...(error !== undefined && { error }),
  });
  const docx = (count: number): Uint8Array =>
    makeDocx(Array.from({ length: count }, (_, index) => paragraph(`Paragraph ${index + 1} of ${count}.`)).join(''));
  const sheet = rows(['Name', 'Count'], ...Array.from({ length: 300 }, (_, index) => [`Row ${index}`, String(index)]));
  const broken = Buffer.concat([Buffer.from(makeLongPdf(2)).subarray(0, 300), Buffer.alloc(200, 7)]);
  return {
    common: [
      stored('2 pages of PDF', 'short.pdf', makeLongPdf(2)),
      stored('30 pages of PDF', 'report.pdf', makeLongPdf(30), 'auto'),
      stored('a short DOCX', 'short.docx', docx(10)),
      stored('a long DOCX', 'long.docx', docx(2000), 'auto'),
      stored('a workbook', 'table.xlsx', makeXlsx([{ content: sheet }])),
      stored('an HTML file', 'page.html', Buffer.from(articlePage('A file', 'It was stored as a file.'))),
      ...['1', '2', '3', '4'].map((name) => web(`page/${name}`, 'web_reader')),
      web('page/5', 'auto'),
      web('file/12', 'auto'),
    ],
    large: [stored('240 pages of PDF', 'long.pdf', makeLongPdf(240)), web('file/150', CONVERTER)],
    crawls: ['a', 'b'].map((name) => web(`site/${name}/`, 'web_crawler')),
    bad: [
      stored('a broken PDF', 'broken.pdf', broken, CONVERTER, 'corrupt'),
      stored(
        'a program',
        'program.bin',
        Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(500)}`),
        'auto',
        'unsupported_type',
      ),
      web('missing', 'auto', 'not_found'),
    ],
    silent: web('silence', 'auto'),
  };
}

/** Generates `jobs` jobs over `withinMs` milliseconds. */
export function ordersOf(
  documents: ReturnType<typeof documentsOf>,
  jobs: number,
  withinMs: number,
  seed: number,
  random: Random,
): Order[] {
  const orders: Order[] = [];
  for (let left = jobs; left > 0;) {
    const luck = random.next();
    const isSilent = luck < 0.02;
    const kind = luck < 0.1 ? 'bad' : luck < 0.13 ? 'crawls' : luck < 0.18 ? 'large' : 'common';
    const count = Math.min(left, random.chance(0.1) ? 3 : 1);
    left -= count;
    orders.push({
      key: `chaos-${seed}-${orders.length}`,
      at: random.between(0, withinMs),
      document: isSilent ? documents.silent : random.pick(documents[kind]),
      count,
      uploadsAnew: random.chance(0.1),
      cache: random.chance(0.3) ? 'use' : 'refresh',
      priority: Math.floor(random.between(0, 10)),
      hasWebhook: random.chance(0.5),
      cancelAfter: isSilent || random.chance(0.06) ? random.between(0, 10_000) : null,
      isRepeated: random.chance(0.1),
    });
  }
  return orders.sort((a, b) => a.at - b.at);
}
