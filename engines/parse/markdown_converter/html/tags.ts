/** What elements mean for the text of a page. */
import { attribute, type HtmlElement } from './dom.ts';

/** Elements that show no text of their own, or only controls. */
const SILENT = words(`
  head title meta link base style script noscript template
  iframe object embed audio video canvas svg map area track source param
  button select datalist textarea progress meter dialog rp
`);

/** Elements that begin and end a block. `body` and `html` too: fragments of pages hold them at odd places. */
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

/** Menus open by boxes, too, which say that they are buttons. */
const isCheckbox = (input: HtmlElement): boolean =>
  attribute(input, 'type')?.toLowerCase() === 'checkbox' && attribute(input, 'role')?.toLowerCase() !== 'button';

/** Whether an element is not shown, as far as its own attributes tell: style sheets are not read. */
export function isHidden(element: HtmlElement): boolean {
  if (SILENT.has(element.tagName)) return true;
  if (element.tagName === 'input') return !isCheckbox(element);
  if (attribute(element, 'hidden') !== null && attribute(element, 'hidden') !== 'until-found') return true;
  // Decoration for the eye: icons, anchors beside headings, the drawn copy of an equation. On blocks it marks content
  // that is covered for a moment, by a dialog for example.
  if (!isBlock(element) && attribute(element, 'aria-hidden') === 'true' && element.tagName !== 'img') return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '');
}
