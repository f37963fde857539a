/** The posts of a thread. */
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';
import { around, isProse } from '../measures/boxes.ts';
import { wordCount, type Passage } from '../measures/passage.ts';
import { ancestors } from '../tree/ancestors.ts';
import { measure, type Measure } from '../tree/measure.ts';
import { namesOf } from '../tree/names.ts';

export interface Post {
  /** Empty when the page does not say. */
  readonly author: string;
  /** As the page shows it; empty when it does not. */
  readonly time: string;
  readonly isAccepted: boolean;
  readonly body: HtmlElement;
}

const has =
  (...names: readonly string[]) =>
  (element: HtmlElement): boolean =>
    namesOf(element).some((name) => names.includes(name));

/** What forum software calls the body of a post, the most exact first. */
const BODIES: readonly ((element: HtmlElement) => boolean)[] = [
  // XenForo.
  has('bb-wrapper', 'bbwrapper'),
  // Discourse's page for browsers without scripts, and microdata of questions and answers.
  (element) => /^(?:text|articleBody)$/.test(attribute(element, 'itemprop') ?? ''),
  // NodeBB.
  (element) => attribute(element, 'component') === 'post/content',
  // Invision.
  (element) => attribute(element, 'data-role') === 'commentContent',
  // Stack Exchange.
  has('js-post-body'),
  // PhpBB.
  (element) => has('content')(element) && ancestors(element).slice(0, 2).some(has('post-body', 'postbody')),
  // VBulletin.
  (element) => (attribute(element, 'id') ?? '').startsWith('post_message_'),
  (element) =>
    namesOf(element).some((name) => /^(?:post|message|comment|reply)[-_]?(?:body|content|text|message)$/.test(name)),
];

const AUTHOR =
  /^(?:user-?names?|author|post-?author|poster|creator|message-?name|nickname|display-?name|by-?line|ips-?comment-author)$/;
const TIME = /(?:^|[-_])(?:date|time|timeago|datetime)$/;
/** What software adds to a body. */
const ADDED =
  /(?:^|[-_])(?:signature|attachment-?info|likes?|reactions?|edit(?:ed)?-?(?:by|note)|last-?edited|expand-?link)/;
const ACCEPTED = /(?:^|[-_])accepted-?answer$/;

/** A longer text is not a name or a time. */
const MAX_LABEL_WORDS = 12;

/** In the order of the page; empty unless there are at least two. */
export function findPosts(page: HtmlElement): Post[] {
  const measures = measure(page);
  const elements = [...measures].flatMap(([element, { words }]) => (words > 0 ? [element] : []));
  for (const isBody of BODIES) {
    const all = new Set(elements.filter(isBody));
    const bodies = [...all].filter((body) => !ancestors(body).some((above) => all.has(above)));
    if (bodies.length < 2) continue;
    const around = postElements(bodies);
    return bodies.map((body) => readPost(body, around.get(body) ?? body, measures));
  }
  return [];
}

/** Words of sentences above a thread from which it is the comments on a text. */
const MIN_TEXT = 60;

/** Whether the posts are comments on a text above them, and no thread of their own. */
export function standsBelowText(posts: readonly Post[], chosen: readonly Passage[]): boolean {
  const bodies = new Set(posts.map(({ body }) => body));
  const first = chosen.findIndex((passage) => around(passage).some((element) => bodies.has(element)));
  return wordCount(chosen.slice(0, Math.max(first, 0)).filter(isProse)) >= MIN_TEXT;
}

/** Removes what software adds to posts: signatures, notes of edits. */
export function removeAdditions(body: HtmlElement): void {
  for (const element of descendants(body)) {
    if (!namesOf(element).some((name) => ADDED.test(name))) continue;
    const parent = element.parentNode;
    if (parent !== null) parent.childNodes = parent.childNodes.filter((child) => child !== element);
  }
}

/** For each body the largest element around it that has no other. */
function postElements(bodies: readonly HtmlElement[]): Map<HtmlElement, HtmlElement> {
  const counts = new Map<HtmlElement, number>();
  for (const body of bodies) for (const above of ancestors(body)) counts.set(above, (counts.get(above) ?? 0) + 1);
  return new Map(bodies.map((body) => [body, ancestors(body).findLast((above) => counts.get(above) === 1) ?? body]));
}

function readPost(body: HtmlElement, post: HtmlElement, measures: ReadonlyMap<HtmlElement, Measure>): Post {
  const labels = outside(post, body).filter((element) => {
    const words = measures.get(element)?.words ?? 0;
    return words > 0 && words <= MAX_LABEL_WORDS;
  });
  const named = (pattern: RegExp) => (element: HtmlElement) => namesOf(element).some((name) => pattern.test(name));
  const author = labels.find((element) => attribute(element, 'itemprop') === 'author') ?? labels.find(named(AUTHOR));
  const time =
    labels.find(({ tagName }) => tagName === 'time') ??
    labels.find((element) => attribute(element, 'itemprop') === 'datePublished' || named(TIME)(element));
  return {
    author: labelOf(author),
    time: labelOf(time),
    isAccepted: [post, ...ancestors(body)].some(
      (element) => attribute(element, 'itemprop') === 'acceptedAnswer' || named(ACCEPTED)(element),
    ),
    body,
  };
}

/** Elements of a post in document order, without its body and the elements around that. */
function outside(post: HtmlElement, body: HtmlElement): HtmlElement[] {
  const excluded = new Set([body, ...ancestors(body)]);
  const found: HtmlElement[] = [];
  const collect = (parent: HtmlParent): void => {
    for (const child of parent.childNodes) {
      if (!('tagName' in child) || child === body) continue;
      if (!excluded.has(child)) found.push(child);
      collect(child);
    }
  };
  collect(post);
  return found;
}

const labelOf = (element: HtmlElement | undefined): string =>
  element === undefined ? '' : textContent(element).replace(/\s+/g, ' ').trim();
