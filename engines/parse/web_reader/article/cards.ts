/** Cards of other articles: lines of links to other pages of the site, with what announces them. */
import { plainText, type Block } from '../../documents/markdown/model.ts';
import { wordsOf } from '../tree/measure.ts';
import { linkedIn } from './links.ts';

/** Share of linked characters of a card. */
const CARD = 0.9;
/** One link may be a source. */
const MIN_LINKS = 2;
/** Mean number of words of links that are titles of articles. */
const MIN_TITLE_WORDS = 4;
const MAX_LABEL_WORDS = 8;
/** What cards say besides their title, such as the date. */
const MAX_FACT_WORDS = 8;
const PAGE = /(?:^|\/)[^./]*(?:\.(?:html?|php|aspx?|jsp|shtml))?$/i;

/**
 * The blocks without titles of other articles that are links to pages of the site, if they stand at the end or under a
 * label. Links to other sites and to files are sources, and stay. Without `url`, only relative links are known to lead
 * to the site.
 */
export function withoutCards(blocks: readonly Block[], url: string | null): readonly Block[] {
  const cards = blocks.map((block) => cardOf(block, url));
  const end = textEnd(blocks, cards);
  const kept: Block[] = [];
  for (let at = 0; at < end;) {
    const block = blocks[at];
    if (block === undefined) break;
    let next = at + 1;
    // A card announces nothing, or each of a row of them would look through the rest.
    if (cards[at] === null && isLabel(block)) while (next < end && cards[next] !== null) next++;
    if (next === at + 1 || !areTitles(cards.slice(at + 1, next))) {
      kept.push(block);
      next = at + 1;
    }
    at = next;
  }
  return kept;
}

interface Card {
  readonly links: number;
  /** Of its text. */
  readonly words: number;
}

/** `null` for a block that is more than links to pages of the site. */
function cardOf(block: Block, url: string | null): Card | null {
  const { content, links, share, hasMore } = linkedIn(block);
  if (share < CARD || hasMore || !links.every((href) => leadsToPage(href, url))) return null;
  return { links: links.length, words: wordsOf(plainText(content)).length };
}

/** Where the cards at the end begin. */
function textEnd(blocks: readonly Block[], cards: readonly (Card | null)[]): number {
  let end = blocks.length;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at];
    if (block === undefined) break;
    if (cards[at] !== null || (end === at + 1 && end < blocks.length && isLabel(block))) end = at;
    else if (block.kind !== 'rule' && block.kind !== 'heading' && !isFact(block)) break;
  }
  return areTitles(cards.slice(end)) ? end : blocks.length;
}

/** Cards of pictures have no words; names of things and of places are shorter than titles. */
function areTitles(cards: readonly (Card | null)[]): boolean {
  const links = cards.reduce((sum, card) => sum + (card?.links ?? 0), 0);
  const worded = cards.filter((card) => card !== null && card.words > 0);
  const words = worded.reduce((sum, card) => sum + (card?.words ?? 0), 0);
  return links >= MIN_LINKS && words >= MIN_TITLE_WORDS * worded.reduce((sum, card) => sum + (card?.links ?? 0), 0);
}

/** A heading, or a line that announces what follows. */
function isLabel(block: Block): boolean {
  if (block.kind !== 'heading' && block.kind !== 'paragraph') return false;
  const text = plainText(block.content);
  if (text === '' || wordsOf(text).length > MAX_LABEL_WORDS) return false;
  const isBold = block.content.every(
    (inline) => inline.kind !== 'text' || inline.format.bold || inline.text.trim() === '',
  );
  return block.kind === 'heading' || isBold || text.endsWith(':');
}

function isFact(block: Block): boolean {
  return block.kind === 'paragraph' && wordsOf(plainText(block.content)).length <= MAX_FACT_WORDS;
}

function leadsToPage(href: string, url: string | null): boolean {
  const page = URL.parse(url ?? 'https://relative.invalid/');
  const target = page && URL.parse(href, page.href);
  if (!target || !/^https?:$/.test(target.protocol) || !PAGE.test(target.pathname)) return false;
  if (target.hash !== '' && target.pathname === page.pathname) return false;
  const [site, host] = [siteOf(page), siteOf(target)];
  return host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`);
}

const siteOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
