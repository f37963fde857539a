/** Character entities that document types define, such as `&mdash;`: XML itself knows five. */
import { textContent } from '../../documents/html/dom.ts';
import { parseHtml } from '../../documents/html/parse.ts';

/** Replaces the entities that HTML knows by their characters, without those that XML knows or that are markup. */
export function replaceEntities(xml: string): string {
  const characters = new Map<string, string>();
  return xml.replace(/&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{1,30};/g, (entity) => {
    const known = characters.get(entity) ?? textContent(parseHtml(entity));
    characters.set(entity, known);
    return /[<&]/.test(known) ? entity : known;
  });
}
