/** Which words of a PDF its Markdown kept, measured against plain extractors. */
import { spawnSync } from 'node:child_process';
import MarkdownIt from 'markdown-it';

export interface WordRecall {
  /** Words that all extractors print, repetitions counted. */
  readonly agreed: number;
  /** Those of them in the Markdown. */
  readonly kept: number;
  readonly lost: readonly string[];
}

const renderer = new MarkdownIt({ html: true });
/** HTML does not write the numbers of list items, the page does. */
renderer.renderer.rules['list_item_open'] = (tokens, index) => `<li>${tokens[index]?.info ?? ''} `;

/** A broken PDF must not hold the bench. */
const EXTRACTED_WITHIN_MS = 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** An extractor that fails on the PDF agrees on nothing. */
export function wordRecall(markdown: string, pdf: string, extractors: readonly string[]): WordRecall {
  const agreed = extractors
    .map((command) => countWords(extract(command, pdf)))
    .reduce((one, other) => new Map([...one].map(([word, times]) => [word, Math.min(times, other.get(word) ?? 0)])));
  const ours = countWords(plainText(markdown));
  const lost = [...agreed].flatMap(([word, times]) => {
    return Array.from({ length: Math.max(0, times - (ours.get(word) ?? 0)) }, () => word);
  });
  const total = [...agreed.values()].reduce((sum, times) => sum + times, 0);
  return { agreed: total, kept: total - lost.length, lost };
}

function extract(command: string, pdf: string): string {
  const [program = '', ...args] = command.split(' ').map((word) => (word === 'FILE' ? pdf : word));
  const { stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: EXTRACTED_WITHIN_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return stdout ?? '';
}

/** Its marks, tags and addresses of links are no words. */
function plainText(markdown: string): string {
  return renderer.render(markdown).replaceAll(/<[^<>]*>/g, ' ');
}

/**
 * Each Chinese character and kana is a word of its own: they are written without spaces, and extractors place line
 * breaks anywhere.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv;

/** Signs without width are no ends of words: joiners, marks of direction, places where a line may break. */
const WITHOUT_WIDTH = /[\u200b-\u200f\u2060\ufeff]/g;

/** Words broken at the end of a line are joined, as Markdown has them. */
function countWords(text: string): ReadonlyMap<string, number> {
  const joined = text
    .normalize('NFKC')
    .replaceAll(WITHOUT_WIDTH, '')
    .replaceAll(/(\p{L})[-\u00ad\u2010]\n\s*(\p{Ll})/gu, '$1$2');
  const counts = new Map<string, number>();
  for (const [word] of joined.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
