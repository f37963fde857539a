/** Pages with known main content, and how well models read them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { limitDepth, type HtmlParent } from '../../engines/parse/documents/html/dom.ts';
import { parsePage } from '../../engines/parse/documents/html/page.ts';
import { decodeText } from '../../engines/parse/documents/charset/decode.ts';
import { readContent, type Models } from '../../engines/parse/web_reader/content.ts';
import type { PageKind } from '../../engines/parse/web_reader/kind/kind.ts';
import { kindSigns } from '../../engines/parse/web_reader/kind/signs.ts';
import { phraseShare, phrasesOf } from '../../engines/parse/web_reader/passages/phrases.ts';
import { passageSigns } from '../../engines/parse/web_reader/passages/signs.ts';
import { passageViews } from '../../engines/parse/web_reader/passages/views.ts';
import { wordsOf } from '../../engines/parse/web_reader/tree/measure.ts';
import { measurePage } from '../../engines/parse/web_reader/measures/page-measures.ts';
import { writeBlocks } from '../../engines/parse/documents/markdown/blocks.ts';

export interface LabelledPage {
  readonly bytes: Uint8Array;
  readonly url: string | null;
  readonly kind: PageKind;
  /** Whether it is of the sample that has articles alone. */
  readonly isFurther: boolean;
  /** Registrable domain, roughly. */
  readonly site: string;
  /** Words of the main content. */
  readonly truth: readonly string[];
  /** Signs of its kind. */
  readonly kinds: readonly number[];
  readonly passages: readonly LabelledPassage[];
}

interface LabelledPassage {
  /** Number of words. */
  readonly words: number;
  readonly signs: readonly number[];
  /** Share of its phrases in the main content. */
  readonly truthShare: number;
}

interface Truth {
  readonly url?: string;
  readonly kind?: PageKind;
  readonly main_content?: string;
  readonly articleBody?: string;
}

/** `kind`: that of all pages, where the sample has a single one. */
export async function readLabelled(folder: string, kind: PageKind | null): Promise<LabelledPage[]> {
  const truths: Record<string, Truth> = JSON.parse(await readFile(join(folder, 'web/ground-truth.json'), 'utf8'));
  const pages: LabelledPage[] = [];
  for (const [id, { url = null, main_content, articleBody, ...truth }] of Object.entries(truths)) {
    const bytes = gunzipSync(await readFile(join(folder, 'web/html', `${id}.html.gz`)));
    const measures = measurePage(treeOf(bytes), url);
    const own = kind ?? truth.kind;
    if (measures === null || own === undefined) throw new Error(`${folder}: page ${id} has no kind or too much text.`);
    const words = wordsOf(main_content ?? articleBody ?? '');
    const phrases = phrasesOf([words]);
    pages.push({
      bytes,
      url,
      kind: own,
      isFurther: kind !== null,
      site:
        URL.parse(url ?? '')
          ?.hostname.split('.')
          .slice(-2)
          .join('.') ?? id,
      truth: words,
      kinds: kindSigns(measures),
      passages: passageViews(measures).map((view) => ({
        words: view.passage.words.length,
        signs: passageSigns(view),
        truthShare: phraseShare(view.passage.words, phrases),
      })),
    });
  }
  return pages;
}

function treeOf(bytes: Uint8Array): HtmlParent {
  const page = { bytes, mediaType: 'text/html', charset: null, options: { charset: null } };
  const tree = parsePage({ text: decodeText(page).text, mediaType: page.mediaType }, { scripts: false });
  limitDepth(tree);
  return tree;
}

export interface PageScore {
  readonly f1: number;
  /** The estimated kind. */
  readonly kind: string | undefined;
}

/** F1 of the words of the Markdown, as the sample's own scorer has it but without titles. */
export function scorePage({ bytes, url, truth }: LabelledPage, models: Models): PageScore {
  const { blocks, properties } = readContent(treeOf(bytes), url, url, models);
  return { f1: wordF1(wordsOf(withoutSyntax(writeBlocks(blocks))), truth), kind: properties['page_kind'] };
}

/** Without pictures, the targets of links, and signs; written lines are short enough for a bound. */
const withoutSyntax = (markdown: string): string =>
  markdown
    .replace(/!\[[^[\]]{0,2000}\]\([^()]{0,4000}\)/g, ' ')
    .replace(/\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,4000}\)/g, ' ')
    .replace(/<[^<>\n]{1,200}>/g, ' ')
    .replaceAll('\\', '')
    .replace(/[*_`#|>~]/g, ' ');

function wordF1(got: readonly string[], truth: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of truth) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hits++;
    left.set(word, count - 1);
  }
  return hits === 0 ? 0 : (2 * hits) / (got.length + truth.length);
}
