/** What a page embeds: frames, objects, recordings, maps of pictures, drawings. */
import { append } from '../append.ts';
import {
  attribute,
  descendants,
  elements,
  isElement,
  textContent,
  type HtmlElement,
  type HtmlChild,
} from '../html/dom.ts';
import { resolveLink } from '../html/links.ts';
import { elementOf, rename, textNode, wordsIn } from './nodes.ts';
import { parseHtml } from '../html/parse.ts';

/** What asks for another program is no content. Texts that say something are longer, or do not mention it. */
const DEMAND = /javascript|enable (?:js|scripts)|browser|flash player|html5/i;
const MAX_DEMAND = 300;

/** Whether a text in place of something else only asks the reader for another program. */
export const isDemand = (text: string): boolean => text.trim().length < MAX_DEMAND && DEMAND.test(text);

/** A link to what is elsewhere, named as the page names it. */
function link(element: HtmlElement, address: string | null, name = ''): HtmlChild[] {
  if (resolveLink(address, null) === null || address === null) return [];
  const shown = name || wordsIn(element, 'title') || wordsIn(element, 'aria-label') || address.trim();
  return [textNode(' '), elementOf('a', shown, { href: address }), textNode(' ')];
}

/** Of counters of visitors. */
export const isPixel = (element: HtmlElement): boolean =>
  ['width', 'height'].some((side) => /^\s*[01](?:px)?\s*$/.test(attribute(element, side) ?? ''));

/** Frames in frames beyond this are an attack; each doubles the escapes in those inside it. */
const MAX_FRAMES = 3;

/** The page in a frame, or a link to it. `around` frames are around it. */
export function frameParts(frame: HtmlElement, around: number): HtmlChild[] {
  const page = attribute(frame, 'srcdoc');
  if (page !== null) return around < MAX_FRAMES ? bodyOf(page) : [elementOf('span', page)];
  return isPixel(frame) ? [] : link(frame, attribute(frame, 'src'));
}

function bodyOf(page: string): HtmlChild[] {
  const body = [...descendants(parseHtml(page, { scripts: false }))].find(({ tagName }) => tagName === 'body');
  return body === undefined ? [] : [rename(body, 'div')];
}

/** A link to an object or a recording, and the text in its place. */
export function objectParts(object: HtmlElement): HtmlChild[] {
  const source = elements(object).find(({ tagName }) => tagName === 'source');
  const address = attribute(object, 'data') ?? attribute(object, 'src') ?? (source && attribute(source, 'src')) ?? null;
  return [...link(object, address), ...fallbackParts(object)];
}

export function fallbackParts(element: HtmlElement): HtmlChild[] {
  const text = textContent(element);
  const isEmpty =
    text.trim() === '' && ![...descendants(element)].some(({ tagName }) => /^(?:img|object|embed)$/.test(tagName));
  return isEmpty || isDemand(text) ? [] : [rename(element, 'div')];
}

/** The links that parts of a picture are. */
export function areaParts(map: HtmlElement): HtmlChild[] {
  return [...descendants(map)]
    .filter(({ tagName }) => tagName === 'area')
    .flatMap((area) => link(area, attribute(area, 'href'), wordsIn(area, 'alt')));
}

const DRAWN_TEXT = /^(?:text|title|desc)$/;
const NOT_DRAWN = /^(?:defs|symbol|clipPath|mask|pattern|metadata|style|script)$/;

/** The words of a drawing, its pictures, and the pages in it. */
export function drawingParts(drawing: HtmlElement): HtmlChild[] {
  if (attribute(drawing, 'aria-hidden') === 'true') return [];
  const parts: HtmlChild[] = [];
  const stack: HtmlChild[] = drawing.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node) || NOT_DRAWN.test(node.tagName)) continue;
    if (DRAWN_TEXT.test(node.tagName))
      parts.push(elementOf('span', textContent(node).replace(/\s+/g, ' ')), textNode(' '));
    else if (node.tagName === 'foreignObject') parts.push(rename(node, 'div'));
    else if (node.tagName === 'image') parts.push(elementOf('img', '', { src: attribute(node, 'href') ?? '' }));
    else append(stack, node.childNodes.toReversed());
  }
  return parts.length === 0 ? [] : [textNode(' '), ...parts];
}
