/** What a sheet says of the values that may be entered in its cells. */
import { text, type Block } from '../../../documents/markdown/model.ts';
import type { Omissions } from '../../../documents/omissions.ts';
import type { Validation } from './sheet-extras.ts';

/** A line for each list of choices and for each message, with the cells that have it; other rules are counted. */
export function validationBlocks(validations: readonly Validation[], omissions: Omissions): Block[] {
  omissions.leaveOut('rules for the values of cells', validations.filter(({ isRule }) => isRule).length);
  const lines = validations.flatMap(({ on, choices, prompt, refusal }) => [
    ...(choices.length === 0 ? [] : [{ on, words: choices.join(', '), label: 'Choices for' }]),
    ...(prompt === '' ? [] : [{ on, words: prompt, label: 'Input of' }]),
    ...(refusal === '' ? [] : [{ on, words: refusal, label: 'Wrong input of' }]),
  ]);
  const alike = Map.groupBy(lines, ({ label, words }) => `${label} ${words}`);
  return [...alike.values()].flatMap((group): Block[] => {
    const [first] = group;
    if (first === undefined) return [];
    const cells = group.map(({ on }) => on.trim().split(/\s+/).join(', ')).join(', ');
    return [{ kind: 'paragraph', content: [text(`${first.label} ${cells}: ${first.words}`)] }];
  });
}
