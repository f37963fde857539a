/** Everything that is known of a page before its kind and its content are decided. */
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';
import { findMainContent, type MainContent } from '../article/main-content.ts';
import { boxesOf, type Box } from './boxes.ts';
import { readPassages, type Passage } from './passage.ts';
import { namedFurniture, sureFurniture } from './furniture.ts';
import { wordsOf } from '../tree/measure.ts';
import { nameGroups } from '../tree/names.ts';
import { readStated, type Stated } from './stated.ts';

export interface PageMeasures {
  readonly url: string | null;
  readonly body: HtmlElement;
  readonly stated: Stated;
  /** What Readability takes for the page's article. */
  readonly article: MainContent | null;
  /** OpenGraph's type in lower case, or empty. */
  readonly graphType: string;
  readonly hasPublicationTime: boolean;
  /** Of its titles and of its headings of the first level. */
  readonly headlineWords: ReadonlySet<string>;
  /** Names of the software that made the page: its generator, and names of `html` and `body`. */
  readonly software: string;
  /** The text without sure furniture. */
  readonly passages: readonly Passage[];
  readonly boxes: ReadonlyMap<HtmlElement, Box>;
  /** Elements that are no furniture by tag: how many of each tag. */
  readonly tags: ReadonlyMap<string, number>;
  readonly groupsOf: (element: HtmlElement) => number;
}

/** Headings can be nested, so each may have the text of all. */
const MAX_HEADLINES = 10;

/** `null` for a page without a body, or with too many passages. */
export function measurePage(page: HtmlParent, url: string | null): PageMeasures | null {
  const root = page.childNodes.find((node) => node.nodeName === 'html');
  const body =
    root !== undefined && 'tagName' in root ? root.childNodes.find((node) => node.nodeName === 'body') : null;
  if (root === undefined || !('tagName' in root) || body === null || body === undefined || !('tagName' in body)) {
    return null;
  }
  const groupsOf = nameGroups();
  const sure = sureFurniture(body);
  const named = namedFurniture(body, sure, groupsOf);
  const passages = readPassages(body, { sure, named, groupsOf });
  if (passages === null) return null;
  const meta = metaContents(page);
  const names = [root, body].flatMap((element) => [attribute(element, 'id'), attribute(element, 'class')]);
  return {
    url,
    body,
    stated: readStated(page),
    article: findMainContent(page),
    graphType: meta.get('og:type')?.toLowerCase() ?? '',
    hasPublicationTime: meta.has('article:published_time'),
    headlineWords: new Set([...headlines(page), meta.get('og:title') ?? ''].flatMap(wordsOf)),
    software: [meta.get('generator'), ...names].filter(Boolean).join(' ').slice(0, 2000),
    passages,
    boxes: boxesOf(passages),
    tags: countTags(body, new Set([...sure, ...named])),
    groupsOf,
  };
}

function metaContents(page: HtmlParent): Map<string, string> {
  const contents = new Map<string, string>();
  for (const element of descendants(page)) {
    if (element.tagName !== 'meta') continue;
    const name = (attribute(element, 'property') ?? attribute(element, 'name') ?? '').toLowerCase();
    const content = attribute(element, 'content') ?? '';
    if (content !== '' && !contents.has(name)) contents.set(name, content);
  }
  return contents;
}

function headlines(page: HtmlParent): string[] {
  const found = [...descendants(page)].filter(({ tagName }) => tagName === 'title' || tagName === 'h1');
  return found.slice(0, MAX_HEADLINES).map((element) => textContent(element));
}

function countTags(body: HtmlElement, without: ReadonlySet<HtmlElement>): Map<string, number> {
  const counts = new Map<string, number>();
  const stack = [body];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    counts.set(element.tagName, (counts.get(element.tagName) ?? 0) + 1);
    for (const child of element.childNodes) if ('tagName' in child && !without.has(child)) stack.push(child);
  }
  return counts;
}
