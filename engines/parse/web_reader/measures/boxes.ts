/** What the elements around passages hold. */
import { isElement, type HtmlElement } from '../../documents/html/dom.ts';
import { ancestors } from '../tree/ancestors.ts';
import { namesOf } from '../tree/names.ts';
import type { Passage } from './passage.ts';

export interface Box {
  words: number;
  linked: number;
  passages: number;
  /** Words of passages that are sentences rather than labels. */
  prose: number;
}

const PROSE_WORDS = 15;

export const isProse = ({ words, linked }: Passage): boolean => words.length >= PROSE_WORDS && linked < 0.5;

/** Every element with passages below it. */
export function boxesOf(passages: readonly Passage[]): Map<HtmlElement, Box> {
  const boxes = new Map<HtmlElement, Box>();
  for (const passage of passages) {
    const added: HtmlElement[] = [];
    for (const element of around(passage)) {
      if (boxes.has(element)) break;
      added.push(element);
    }
    // Parents before children, so that the sums below run from the inside out.
    for (const element of added.reverse()) boxes.set(element, { words: 0, linked: 0, passages: 0, prose: 0 });
    const count = passage.words.length;
    add(boxes.get(passage.place.box), {
      words: count,
      linked: passage.linked * count,
      passages: 1,
      prose: isProse(passage) ? count : 0,
    });
  }
  for (const [{ parentNode }, box] of [...boxes].reverse()) {
    if (parentNode !== null && 'tagName' in parentNode) add(boxes.get(parentNode), box);
  }
  return boxes;
}

function add(box: Box | undefined, more: Box): void {
  if (box === undefined) return;
  box.words += more.words;
  box.linked += more.linked;
  box.passages += more.passages;
  box.prose += more.prose;
}

/** The passage's elements, its own block first. */
export const around = ({ place }: Passage): HtmlElement[] => [place.box, ...ancestors(place.box)];

/** Siblings alike: cards, posts, rows of one list. */
export interface Siblings {
  readonly parent: HtmlElement;
  readonly members: readonly HtmlElement[];
}

/** Groups of at least three elements with one parent, the same tag and the same first names. */
export function siblingsAlike(boxes: ReadonlyMap<HtmlElement, Box>): Siblings[] {
  return [...boxes.keys()].flatMap((parent) => {
    const members = parent.childNodes.filter(isElement).filter((element) => boxes.has(element));
    if (members.length < 3) return [];
    return [...Map.groupBy(members, likeness).values()]
      .filter((alike) => alike.length >= 3)
      .map((alike) => ({ parent, members: alike }));
  });
}

/** Numbers in names count, they do not classify. */
function likeness(element: HtmlElement): string {
  const names = namesOf(element).filter((name) => !/\d/.test(name));
  return [element.tagName, ...names.slice(0, 2)].join('.');
}
