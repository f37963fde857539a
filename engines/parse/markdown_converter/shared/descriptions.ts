/** What a person wrote about a picture, shape, chart or table for those who do not see it. */
import { text, type Block } from '../../documents/markdown/model.ts';
import { plainLines } from '../../documents/markdown/plain-lines.ts';

/** In one line: the title and the description, once if they are the same. */
export function descriptionOf(title: string | undefined, description: string | undefined): string {
  const parts = [title, description].map((words) => (words ?? '').replace(/\s+/g, ' ').trim());
  return [...new Set(parts)].filter((words) => words !== '').join(': ');
}

/** Office adds this to what it says itself of an object. */
const BY_PROGRAM = /description automatically generated/i;

/**
 * The content of an object below its description, unless this repeats it, as Word's descriptions of text boxes do, or a
 * program wrote it.
 */
export function described(description: string, content: readonly Block[]): Block[] {
  if (description === '' || BY_PROGRAM.test(description)) return [...content];
  const words = plainLines(content).join(' ').trim();
  const repeats = words !== '' && (words.startsWith(description) || description.endsWith(words));
  return repeats ? [...content] : [{ kind: 'paragraph', content: [text(description)] }, ...content];
}
