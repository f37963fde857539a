/** Writes links into the text of a block, once all its lines are joined. */

import type { TextLink } from '../lines/links.ts';
import { PLAIN } from '../../documents/markdown/model.ts';
import type { Inline } from '../../documents/markdown/model.ts';
import { formatted } from '../page/marks.ts';

/** Returns `text` with its links. A link whose text cannot be found, or is the address itself, stays plain text. */
export function withLinks(text: string, links: readonly TextLink[]): Inline[] {
  const content: Inline[] = [];
  let rest = text;
  for (const link of links) {
    const at = link.text === '' || saysItself(link) ? -1 : rest.indexOf(link.text);
    if (at === -1) continue;
    if (at > 0) content.push(...formatted(rest.slice(0, at)));
    content.push(...formatted(link.text, { ...PLAIN, href: link.href }));
    rest = rest.slice(at + link.text.length);
  }
  if (rest !== '') content.push(...formatted(rest));
  return content;
}

/** Markdown readers turn a plain address into a link anyway. */
const saysItself = ({ text, href }: TextLink): boolean => bare(text) === bare(href);

const bare = (address: string): string =>
  address.replace(/^(https?:\/\/|mailto:)/i, '').replace(/(?<![/.,;)])[/.,;)]+$/, '');
