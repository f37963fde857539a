/** Takes notes out of pages, and what has no content without them: their lists and sections, and the headings above. */
import { attribute, descendants, isElement, isText, type HtmlElement, type HtmlNode, type HtmlParent } from './dom.ts';

type IsReference = (element: HtmlElement) => boolean;

/** What is removed from the elements of one depth. */
type Level = Map<HtmlElement, Set<HtmlNode>>;

/** `isReference` says which anchors are shown as references to notes. */
export function removeNotes(notes: readonly HtmlElement[], isReference: IsReference): void {
  const levels: Level[] = [];
  const remove = (element: HtmlElement): void => {
    const parent = element.parentNode;
    if (parent === null || !isElement(parent)) return;
    const level = (levels[depthOf(parent)] ??= new Map());
    level.set(parent, (level.get(parent) ?? new Set()).add(element));
  };
  for (const note of notes) remove(note);
  // The innermost first, so that each element is looked at once.
  for (let depth = levels.length - 1; depth > 0; depth--) {
    for (const [parent, removed] of levels[depth] ?? []) {
      parent.childNodes = keptChildren(parent, removed, isReference);
      if (hasContent(parent, isReference)) continue;
      if (parent.tagName === 'body') parent.childNodes = [];
      else remove(parent);
    }
  }
}

/** From 1. */
function depthOf(element: HtmlElement): number {
  let depth = 1;
  for (let { parentNode } = element; parentNode !== null && isElement(parentNode); { parentNode } = parentNode) depth++;
  return depth;
}

function keptChildren(
  parent: HtmlElement,
  removed: ReadonlySet<HtmlNode>,
  isReference: IsReference,
): HtmlParent['childNodes'] {
  if (parent.tagName === 'ol') keepNumbers(parent, removed);
  const kept: HtmlParent['childNodes'] = [];
  // A heading followed by notes only.
  let empty: HtmlElement | null = null;
  let isAbove = false;
  const drop = (): void => {
    if (empty !== null && isAbove) kept.splice(kept.lastIndexOf(empty), 1);
    [empty, isAbove] = [null, false];
  };
  for (const child of parent.childNodes) {
    if (removed.has(child)) {
      isAbove = true;
      continue;
    }
    if (isElement(child) && isHeading(child)) {
      if (empty !== null && child.tagName <= empty.tagName) drop();
      empty = hasReference(child, isReference) ? null : child;
      isAbove = false;
    } else if (isElement(child) || (isText(child) && child.value.trim() !== '')) empty = null;
    kept.push(child);
  }
  drop();
  return kept;
}

/** The items that stay in a list get the numbers that they have in it. */
function keepNumbers(list: HtmlElement, removed: ReadonlySet<HtmlNode>): void {
  let number = Number.parseInt(attribute(list, 'start') ?? '1', 10);
  for (const item of list.childNodes) {
    if (!isElement(item) || item.tagName !== 'li') continue;
    const own = attribute(item, 'value');
    if (own !== null) number = Number.parseInt(own, 10);
    else if (!removed.has(item)) item.attrs.push({ name: 'value', value: String(number) });
    number++;
  }
}

const isHeading = ({ tagName }: HtmlElement): boolean => /^h[1-6]$/.test(tagName);

const hasReference = (element: HtmlElement, isReference: IsReference): boolean => {
  for (const inner of descendants(element)) if (isReference(inner)) return true;
  return false;
};

const SHOWN = /^(?:img|svg|math|input|audio|video|object|iframe)$/;

/** Whether there is more than headings. */
function hasContent(element: HtmlElement, isReference: IsReference): boolean {
  const stack: HtmlNode[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) && node.value.trim() !== '') return true;
    if (!isElement(node)) continue;
    if (SHOWN.test(node.tagName) || isReference(node)) return true;
    if (isHeading(node) && !hasReference(node, isReference)) continue;
    for (const child of node.childNodes) stack.push(child);
  }
  return false;
}
