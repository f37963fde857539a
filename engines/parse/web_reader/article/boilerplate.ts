/** Removes boilerplate within an article: date line, links to other articles, offers. */
import { plainText, type Block, type Inline } from '../../documents/markdown/model.ts';
import { wordsOf } from '../tree/measure.ts';
import { inlinesOf, linkedIn } from './links.ts';
import { withoutCards } from './cards.ts';

export interface ArticleFacts {
  readonly title: string | null;
  readonly authors: readonly string[];
  /** BCP 47 tag. */
  readonly language: string | null;
  readonly url: string | null;
}

/** Maximum length of such a line; longer lines are content. */
const MAX_WORDS = 45;
const MAX_DATE_WORDS = 20;
const MAX_CREDIT_WORDS = 9;

/** Minimum length of a repeated paragraph to count as a duplicate caption; a shorter one may be a refrain. */
const REPEATED_WORDS = 12;

/** Words of a full date line; a time alone separates the entries of a live blog. */
const DATED = /^(?:(?:19|20)\d\d|ago|today|yesterday|posted|published|updated)$/;

/** Labels of links to other articles. */
const RELATED =
  /^\W*(?:related|(?:please )?read (?:more|also|next)|see (?:more|also)|also (?:on|see|read)|also:|more (?:on|from|stories|great|articles)|don.?t miss|you (?:may|might) (?:also )?(?:like|enjoy)|recommended|popular (?:this|on|now)|further reading|leggi anche|lire aussi|leia (?:também|mais)|lesen sie auch|mehr zum thema|читайте также|(?:ver|lee|lea|leer) también|baca juga)/i;

/** Calls to action. */
const OFFER =
  /\b(?:subscribe|sign(?:ing)? up|newsletters?|follow (?:us|him|her|me|@|\w+ on)|(?:get|download) (?:the|our) [\w ]{0,30}app|click here|join our|like this story|on the go by)\b/i;

const CREDIT =
  /^\W*(?:photos?|images?|pictures?|photo illustration|credits?|image copyright|foto|bild)\b(?: by|:|…|\.\.\.| ©|$|\W*©| copyright)|^©|(?:getty images|shutterstock|istock|associated press|ap photo|afp)\W*$/i;

const CONTROL =
  /^\W*(?:(?:(?:(?:image|photo|slide)\s*)?\d+ (?:of|\/|von|de|di|sur)[ /]*\d+|this slideshow requires javascript|advertisement|sponsored|(?:leave a|post a|no) comments?|comments?|share(?: this)?|view author archive|email the author|about the author|tell us what you think|\d+ min(?:ute)?s?(?: read)?)\W*|(?:tempo de leitura|lesezeit|filed under).*)$/i;

const DATE_WORDS =
  'posted published updated first last modified created on at by from and ago today yesterday day days hour ' +
  'hours minute minutes min am pm a m p st nd rd th of de do le um uhr às';

/** The blocks of an article without boilerplate; the remaining blocks are unchanged. */
export function withoutBoilerplate(blocks: readonly Block[], facts: ArticleFacts): readonly Block[] {
  const isDateLine = dateLines(facts);
  let before = '';
  const kept: Block[] = [];
  let follows = false;
  for (const block of blocks) {
    const words = inlineWords(inlinesOf(block));
    // Teasers follow their label in a row.
    if (follows && linkShare(block) >= 0.7) continue;
    follows = isLabel(block, words.length);
    if (follows) continue;
    const isRepeated = words.length >= REPEATED_WORDS && words.join(' ') === before;
    if (isRepeated || isPassedOver(block, words, facts) || isDateLine(block, words)) continue;
    before = words.join(' ');
    kept.push(block);
  }
  const text = [...withoutCards(kept, facts.url)];
  while (text.at(-1)?.kind === 'heading') text.pop();
  return text.some(({ kind }) => kind !== 'heading') ? text : blocks;
}

/** A heading or short line that introduces other articles. */
function isLabel(block: Block, words: number): boolean {
  if (block.kind !== 'heading' && block.kind !== 'paragraph') return false;
  return words <= 8 && RELATED.test(plainText(block.content)) && linkShare(block) < 0.5;
}

function isPassedOver(block: Block, words: readonly string[], { title, url }: ArticleFacts): boolean {
  if (block.kind === 'list') return block.items.every(({ blocks }) => blocks.every(isTeaser));
  if (block.kind !== 'heading' && block.kind !== 'paragraph') return false;
  const text = plainText(block.content);
  if (text === '' || words.length > MAX_WORDS) return false;
  if (block.kind === 'heading' && block.level > 1) return title !== null && same(text, title);
  if (block.kind === 'heading') return false;
  if (text === url || CONTROL.test(text)) return true;
  if (words.length <= MAX_CREDIT_WORDS && CREDIT.test(text)) return true;
  const share = linkShare(block);
  if (share >= 0.4 && RELATED.test(text)) return true;
  if (share >= 0.9 && words.length >= 4 && text === text.toUpperCase() && text !== text.toLowerCase()) return true;
  return OFFER.test(text) && (share >= 0.25 || (share > 0 && isEmphasised(block.content)));
}

/** A heading that is a link: a card for another article. */
const isTeaser = (block: Block): boolean => block.kind === 'heading' && linkShare(block) >= 0.9;

/** Recognizes lines with nothing but dates, times, their labels and author names. */
function dateLines({ authors, language }: ArticleFacts): (block: Block, words: readonly string[]) => boolean {
  const known = new Set([...DATE_WORDS.split(' '), ...calendarWords('en'), ...calendarWords(language ?? 'en')]);
  for (const author of authors) for (const word of wordsOf(author)) known.add(word);
  return (block, words) => {
    if (block.kind !== 'paragraph' || words.length === 0 || words.length > MAX_DATE_WORDS) return false;
    if (!words.some((word) => DATED.test(word)) || !words.some((word) => /\d/.test(word))) return false;
    // Time zones are the only remaining words in capitals.
    const zones = new Set(
      plainText(block.content)
        .match(/\b[A-Z]{2,4}\b/g)
        ?.map((zone) => zone.toLowerCase()),
    );
    return words.every((word) => known.has(word) || zones.has(word) || /^\d{1,4}(?:st|nd|rd|th|am|pm)?$/.test(word));
  };
}

/** Names of months and weekdays, long and short. */
function calendarWords(language: string): string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month)));
  const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1)));
  return (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat([language, 'en'], {
      month: style,
      weekday: style,
      day: 'numeric',
      timeZone: 'UTC',
    });
    return [...months, ...weekdays].flatMap((day) => wordsOf(format.format(day)));
  });
}

/** Pictures do not count. */
const linkShare = (block: Block): number => (plainText(inlinesOf(block)) === '' ? 0 : linkedIn(block).share);

function isEmphasised(content: readonly Inline[]): boolean {
  return content.every(
    (inline) => inline.kind !== 'text' || inline.format.bold || inline.format.italic || inline.text.trim() === '',
  );
}

const inlineWords = (content: readonly Inline[]): readonly string[] => wordsOf(plainText(content));
const same = (a: string, b: string): boolean => wordsOf(a).join(' ') === wordsOf(b).join(' ');
