/** Form controls: their texts, values and states, by the identifier that a shape refers to. */
import { text, type Block, type Inline } from '../../documents/markdown/model.ts';
import { childrenOf, walk, type XmlElement } from '../../documents/xml.ts';

/** The controls of the forms of a body, and of its sheets or slides. */
export const readForms = (body: XmlElement): ReadonlyMap<string, XmlElement> =>
  new Map(
    childrenOf(body)
      .flatMap((document) => [document, ...childrenOf(document)])
      .flatMap((owner) => childrenOf(owner, 'office:forms'))
      .flatMap((forms) => [...walk(forms)])
      .map((control) => [control.attributes['form:id'] ?? control.attributes['xml:id'] ?? '', control]),
  );

/** Empty for a control without text. */
export function controlBlocks(control: XmlElement): Block[] {
  const { attributes, name } = control;
  const label = attributes['form:label'] ?? '';
  const value = attributes['form:current-value'] ?? attributes['form:value'] ?? '';
  switch (name) {
    case 'form:checkbox':
    case 'form:radio': {
      const state = attributes['form:current-state'] ?? attributes['form:state'];
      const selected = attributes['form:current-selected'] ?? attributes['form:selected'];
      const content: Inline[] = [
        { kind: 'checkbox', checked: state === 'checked' || selected === 'true' },
        text(label),
      ];
      return [{ kind: 'list', items: [{ number: null, blocks: [{ kind: 'paragraph', content }] }] }];
    }
    case 'form:listbox': {
      const chosen = childrenOf(control, 'form:option').filter(
        (option) => (option.attributes['form:current-selected'] ?? option.attributes['form:selected']) === 'true',
      );
      return paragraph(chosen.map((option) => option.attributes['form:label'] ?? '').join(', '));
    }
    default:
      return paragraph(label || value);
  }
}

function paragraph(words: string): Block[] {
  return words.trim() === '' ? [] : [{ kind: 'paragraph', content: [text(words.trim())] }];
}
