/** What the fields of a form say: what someone wrote, chose or ticked. */
import { attribute, descendants, textContent, type HtmlElement, type HtmlChild } from '../html/dom.ts';
import { elementOf, setAttribute, textNode, wordsIn } from './nodes.ts';

/** Controls, secrets, and what only programs read. */
const WITHOUT_VALUE = /^(?:hidden|submit|button|reset|image|password|file)$/;

/** What stands in the place of a field; empty for one that nobody filled in. Prompts are no values. */
export function fieldParts(field: HtmlElement): HtmlChild[] {
  const value = valueOf(field);
  if (typeof value !== 'string') return [value];
  return value.trim() === '' ? [] : [textNode(' '), elementOf('span', value.trim()), textNode(' ')];
}

function valueOf(field: HtmlElement): string | HtmlElement {
  switch (field.tagName) {
    case 'input': {
      const type = attribute(field, 'type')?.toLowerCase() ?? '';
      if (type === 'radio') setAttribute(field, 'type', 'checkbox');
      if (type === 'radio' || type === 'checkbox') return field;
      return WITHOUT_VALUE.test(type) ? '' : (attribute(field, 'value') ?? '');
    }
    case 'select':
      return [...descendants(field)]
        .filter((option) => option.tagName === 'option' && attribute(option, 'selected') !== null)
        .map((option) => textContent(option).replace(/\s+/g, ' ').trim() || wordsIn(option, 'label'))
        .join(', ');
    default:
      // A meter and a progress have their text for programs that draw none.
      return textContent(field).trim() || (attribute(field, 'value') ?? '');
  }
}
