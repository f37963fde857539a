/**
 * Unfolds a page that is converted as a whole: what fields, frames, drawings, tips and the like say becomes text and
 * links at their places. The main content of a page is chosen without them.
 */
import { defaultTreeAdapter } from 'parse5';
import type { ParseOptions } from '../../options.ts';
import { Omissions } from '../omissions.ts';
import type { ParseWarning } from '../types.ts';
import {
  attribute,
  descendants,
  isElement,
  limitDepth,
  textContent,
  type HtmlElement,
  type HtmlChild,
  type HtmlParent,
} from '../html/dom.ts';
import { areaParts, drawingParts, fallbackParts, frameParts, isDemand, isPixel, objectParts } from './embedded.ts';
import { fieldParts } from './form-values.ts';
import { imageSource } from '../html/links.ts';
import { rename, setAttribute, textNode, wordsIn } from './nodes.ts';
import { isConcealed, isHidden } from '../html/tags.ts';

const HEADING = /^(?:h[1-6]|dt|summary)$/;
/** Elements whose title is the long form of their text, or says more. Titles of others mostly repeat it, or are for programs. */
const TIPPED = new Set(['abbr', 'acronym', 'dfn', 'time', 'td', 'th']);
/** Texts that a style sheet adds, symbols and icons aside. */
const ADDED = /content\s*:\s*(?:"[^"\\]{2,200}"|'[^'\\]{2,200}')/g;

/** What an element is in. */
interface Around {
  readonly isHeading: boolean;
  readonly frames: number;
  /** The addresses of the pictures that are not in place of scripts. */
  readonly pictures: ReadonlySet<string>;
}

/** Counts what is left out of one document, which may have several pages. */
export class Unfolding {
  readonly #showsHidden: boolean;
  readonly #tips = new Set<string>();
  readonly #omissions = new Omissions('page');

  constructor({ hidden }: Pick<ParseOptions, 'hidden'>) {
    this.#showsHidden = hidden;
  }

  get warnings(): ParseWarning[] {
    return this.#omissions.warnings;
  }

  /** Changes the tree. */
  unfold(tree: HtmlParent): void {
    limitDepth(tree);
    const stack: { readonly parent: HtmlParent; readonly around: Around }[] = [
      { parent: tree, around: { isHeading: false, frames: 0, pictures: shownPictures(tree) } },
    ];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { parent, around } = top;
      const children: HtmlChild[] = [];
      for (const child of parent.childNodes) {
        const within = isElement(child) ? inside(child, around) : around;
        for (const part of isElement(child) ? this.#partsOf(child, around) : [child]) {
          part.parentNode = parent;
          children.push(part);
          if (isElement(part)) stack.push({ parent: part, around: within });
        }
      }
      parent.childNodes = children;
    }
  }

  #partsOf(element: HtmlElement, { isHeading, frames, pictures }: Around): HtmlChild[] {
    if (isConcealed(element) && !this.#isShownAnyway(element)) return [];
    switch (element.tagName) {
      case 'input':
      case 'textarea':
      case 'select':
      case 'meter':
      case 'progress':
        return fieldParts(element);
      case 'button':
        // Questions of a list that opens their answers.
        return isHeading ? [rename(element, 'span')] : [];
      case 'dialog':
        return [rename(element, 'div')];
      case 'noscript':
        return noscriptParts(element, pictures);
      case 'iframe':
      case 'frame':
        return frameParts(element, frames);
      case 'object':
      case 'embed':
      case 'video':
      case 'audio':
        return objectParts(element);
      case 'canvas':
        return fallbackParts(element);
      case 'svg':
        return drawingParts(element);
      case 'map':
        return [...areaParts(element), rename(element, 'span')];
      case 'img':
        return this.#withTip(element, wordsIn(element, 'alt'));
      case 'a':
        nameLink(element);
        return [element];
      case 'style':
        this.#omissions.leaveOut(
          'texts of style sheets',
          (textContent(element).match(ADDED) ?? []).filter((rule) => /\p{L}{2}/u.test(rule.slice('content'.length)))
            .length,
        );
        return [];
      default:
        return TIPPED.has(element.tagName) ? this.#withTip(element, textContent(element, isHidden)) : [element];
    }
  }

  /** Counts what is not shown. Formulas are hidden beside pictures of them. */
  #isShownAnyway(element: HtmlElement): boolean {
    const inner = [...descendants(element)];
    if (element.tagName === 'svg' || inner.some(({ tagName }) => tagName === 'math')) return false;
    if (this.#showsHidden) {
      element.attrs = element.attrs.filter(({ name }) => name !== 'hidden' && name !== 'style');
      return true;
    }
    if (textContent(element, isHidden).trim() !== '') this.#omissions.hide('parts of the page');
    return false;
  }

  /** The same tip is read once. */
  #withTip(element: HtmlElement, words: string): HtmlChild[] {
    const tip = wordsIn(element, 'title');
    const isPicture = element.tagName === 'img';
    if (tip === '' || this.#tips.has(tip) || words.includes(tip)) return [element];
    // Titles of one word are often names of files.
    if (isPicture ? !tip.includes(' ') : words.trim() === '') return [element];
    this.#tips.add(tip);
    if (isPicture && words === '') setAttribute(element, 'alt', tip);
    else if (isPicture) return [element, textNode(` (${tip})`)];
    else defaultTreeAdapter.insertText(element, ` (${tip})`);
    return [element];
  }
}

function inside({ tagName }: HtmlElement, around: Around): Around {
  if (HEADING.test(tagName)) return { ...around, isHeading: true };
  return tagName === 'iframe' ? { ...around, frames: around.frames + 1 } : around;
}

function shownPictures(tree: HtmlParent): ReadonlySet<string> {
  const shown = new Set<string>();
  const stack: HtmlChild[] = [...tree.childNodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node) || node.tagName === 'noscript') continue;
    if (node.tagName === 'img') shown.add(imageSource(node, null));
    for (const child of node.childNodes) stack.push(child);
  }
  return shown;
}

/** What a page says without scripts, unless it asks for them, with the pictures that it does not show anyway. */
function noscriptParts(element: HtmlElement, pictures: ReadonlySet<string>): HtmlChild[] {
  const embedded = [...descendants(element)].filter(({ tagName }) => tagName === 'img' || tagName === 'iframe');
  const isKept = (part: HtmlElement): boolean =>
    !isPixel(part) && !isConcealed(part) && !(part.tagName === 'img' && pictures.has(imageSource(part, null)));
  const [kept, others] = [embedded.filter(isKept), embedded.filter((part) => !isKept(part))];
  for (const part of others) part.attrs = [];
  const text = textContent(element);
  return isDemand(text) || (text.trim() === '' && kept.length === 0) ? [] : [rename(element, 'span')];
}

/** A link to elsewhere without text has the name that screen readers say. */
function nameLink(anchor: HtmlElement): void {
  const name = wordsIn(anchor, 'aria-label') || wordsIn(anchor, 'title');
  const href = attribute(anchor, 'href') ?? '#';
  if (name === '' || href.startsWith('#') || textContent(anchor).trim() !== '') return;
  if ([...descendants(anchor)].some(({ tagName }) => tagName === 'img')) return;
  defaultTreeAdapter.insertText(anchor, name);
}
