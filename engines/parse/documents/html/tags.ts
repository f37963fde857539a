/** Classifies elements by their effect on the text. */
import { attribute, isElement, isText, type HtmlElement } from './dom.ts';

/** Elements without visible text, or with controls only. */
const SILENT = words(`
  head title meta link base style script noscript template
  iframe object embed audio video canvas svg map area track source param
  button select datalist textarea progress meter dialog rp
`);

/** Block elements, including `body` and `html`, which can occur anywhere in page fragments. */
const BLOCK = words(`
  html body address article aside blockquote center dd details dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup
  hr legend li listing main menu nav ol p pre search section summary
  table tbody td tfoot th thead tr ul xmp caption optgroup frameset noframes
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

export const isBlock = (element: HtmlElement): boolean => BLOCK.has(element.tagName);

/** Menus also use checkboxes, with the role of a button. */
const isCheckbox = (input: HtmlElement): boolean =>
  attribute(input, 'type')?.toLowerCase() === 'checkbox' && attribute(input, 'role')?.toLowerCase() !== 'button';

/** A sign is a few characters, within a few elements. */
const SIGN_LENGTH = 10;
const SIGN_DEPTH = 3;

/** The text of an element that consists of one sign; empty of any other, which may be long and is asked of often. */
function signOf(element: HtmlElement): string {
  let around = element;
  for (let depth = 0; depth < SIGN_DEPTH; depth++) {
    const [only] = around.childNodes;
    if (only === undefined || around.childNodes.length > 1) return '';
    if (isText(only)) return only.value.length > SIGN_LENGTH ? '' : only.value.trim();
    if (!isElement(only)) return '';
    around = only;
  }
  return '';
}

/**
 * The label of a checkbox that is drawn instead of it, which recipes have before each ingredient. In forms on paper, a
 * box is an answer.
 */
const isDrawnBox = (label: HtmlElement): boolean =>
  attribute(label, 'for') !== null && /^[□▢◻◽☐⬜]$/.test(signOf(label));

/** The sign by which manuals link a place to itself, shown under the pointer. */
const isPlaceMark = (anchor: HtmlElement): boolean =>
  attribute(anchor, 'href')?.startsWith('#') === true && signOf(anchor) === '¶';

/** Whether an element is hidden by its own attributes; style sheets are not read. */
export function isHidden(element: HtmlElement): boolean {
  if (SILENT.has(element.tagName)) return true;
  if (element.tagName === 'input') return !isCheckbox(element);
  if (element.tagName === 'label' && isDrawnBox(element)) return true;
  if (element.tagName === 'a' && isPlaceMark(element)) return true;
  // Decoration: icons, heading anchors, the visual copy of an equation. On blocks it marks temporarily covered
  // content, for example by a dialog.
  if (!isBlock(element) && attribute(element, 'aria-hidden') === 'true' && element.tagName !== 'img') return true;
  return isConcealed(element);
}

/** Whether its author hides an element from everyone. A page as a whole is hidden only until scripts have run. */
export function isConcealed(element: HtmlElement): boolean {
  if (element.tagName === 'html' || element.tagName === 'body') return false;
  const hidden = attribute(element, 'hidden');
  if (hidden !== null && hidden !== 'until-found') return true;
  if (element.tagName === 'dialog' && attribute(element, 'open') === null) return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '');
}
