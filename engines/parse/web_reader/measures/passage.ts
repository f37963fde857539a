/** A page's text in passages: a run of text within one block element, with what surrounds it. */
import {
  attribute,
  isElement,
  isText,
  type HtmlElement,
  type HtmlNode,
  type HtmlParent,
} from '../../documents/html/dom.ts';
import { isSkipped, leads, wordsOf } from '../tree/measure.ts';
import { groupBit } from '../tree/names.ts';

export interface Passage {
  readonly text: string;
  /** In lower case. */
  readonly words: readonly string[];
  /** Share of its characters in links. */
  readonly linked: number;
  readonly nodes: readonly HtmlNode[];
  readonly place: Place;
}

export const wordCount = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { words }) => sum + words.length, 0);

export interface Place {
  /** The innermost block element. */
  readonly box: HtmlElement;
  /** Number of block elements around the text. */
  readonly depth: number;
  readonly tags: ReadonlySet<string>;
  /** Set of name groups of all elements around the text. */
  readonly groups: number;
  readonly role: string;
  readonly isLink: boolean;
  readonly isHidden: boolean;
  readonly isMain: boolean;
  /** Whether microdata says that it is a description or a body. */
  readonly isStated: boolean;
  /** Whether it is in named furniture. */
  readonly isFurniture: boolean;
}

const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol p pre section summary table tbody td ' +
    'tfoot th ' +
    'thead tr ul'
  ).split(' '),
);
const MAIN = groupBit('main');

/** More than any page for people has; beyond it a page is not read in passages. */
const MAX_PASSAGES = 50_000;

interface Surroundings {
  readonly sure: ReadonlySet<HtmlElement>;
  readonly named: ReadonlySet<HtmlElement>;
  readonly groupsOf: (element: HtmlElement) => number;
}

/** The passages of `body` without sure furniture, in document order; `null` when there are too many. */
export function readPassages(body: HtmlElement, { sure, named, groupsOf }: Surroundings): Passage[] | null {
  const passages: Passage[] = [];
  let text = '';
  let nodes: HtmlNode[] = [];
  let linked = 0;
  let place: Place | null = null;
  const flush = (): void => {
    const own = text.replace(/\s+/g, ' ').trim();
    if (place !== null) {
      passages.push({ text: own, words: wordsOf(own), linked: Math.min(1, linked / own.length), nodes, place });
    }
    text = '';
    nodes = [];
    linked = 0;
    place = null;
  };
  const walk = (parent: HtmlParent, around: Place): void => {
    for (const child of parent.childNodes) {
      if (passages.length > MAX_PASSAGES) return;
      if (isText(child)) {
        const length = child.value.trim().length;
        if (length > 0) place ??= around;
        if (around.isLink) linked += length;
        text += child.value;
        nodes.push(child);
      } else if (isElement(child) && !isSkipped(child) && !sure.has(child)) {
        enter(child, around);
      }
    }
  };
  const enter = (element: HtmlElement, around: Place): void => {
    const isBlock = BLOCKS.has(element.tagName);
    if (isBlock || element.tagName === 'br') flush();
    walk(element, placeIn(element, around, isBlock));
    if (isBlock) flush();
    // Neighbours in a row, such as the labels of buttons, have no space between them in the source.
    else if (element.tagName === 'span' || element.tagName === 'a') text += ' ';
  };
  const placeIn = (element: HtmlElement, around: Place, isBlock: boolean): Place => {
    const groups = groupsOf(element);
    const role = attribute(element, 'role')?.toLowerCase();
    if (!isBlock && groups === 0 && role === undefined && element.tagName !== 'a') return around;
    return {
      box: isBlock ? element : around.box,
      depth: around.depth + Number(isBlock),
      tags: isBlock && !around.tags.has(element.tagName) ? new Set(around.tags).add(element.tagName) : around.tags,
      groups: around.groups | groups,
      role: role ?? around.role,
      isLink: around.isLink || leads(element),
      isHidden: around.isHidden || isHidden(element),
      isMain: around.isMain || role === 'main' || (groups & MAIN) !== 0,
      isStated: around.isStated || /^(?:description|articleBody|text)$/.test(attribute(element, 'itemprop') ?? ''),
      isFurniture: around.isFurniture || named.has(element),
    };
  };
  enter(body, outermost(body));
  return passages.length > MAX_PASSAGES ? null : passages;
}

function outermost(box: HtmlElement): Place {
  return {
    box,
    depth: 0,
    tags: new Set(),
    groups: 0,
    role: '',
    isLink: false,
    isHidden: false,
    isMain: false,
    isStated: false,
    isFurniture: false,
  };
}

const isHidden = (element: HtmlElement): boolean =>
  attribute(element, 'hidden') !== null ||
  attribute(element, 'aria-hidden') === 'true' ||
  /display:\s*none/.test(attribute(element, 'style') ?? '');
