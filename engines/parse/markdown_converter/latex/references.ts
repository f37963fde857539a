/** Links, cross references and citations of LaTeX. */
import type { Format } from '../../documents/markdown/model.ts';
import type { LatexContext } from './context.ts';
import type { Flow } from './flow.ts';

/** The label in brackets: its number is known only to LaTeX. */
export const reference = (label: string): string => `[${label.trim()}]`;

/** Numbers of the references if the document lists them, else their keys: `[3, p. 12]`. */
export function citation(flow: Flow, at: number, end: number, format: Format, context: LatexContext): number {
  const { structure, citations } = context;
  const first = structure.optional(at + 1, end);
  const second = structure.optional(first?.next ?? at + 1, end);
  const keys = structure.argument(second?.next ?? first?.next ?? at + 1, end);
  const note = second ?? first;
  const words = [
    ...structure
      .raw(keys.start, keys.end)
      .split(',')
      .map((key) => String(citations.get(key.trim()) ?? key.trim())),
    ...(note === null ? [] : [structure.raw(note.start, note.end).replaceAll('~', ' ').trim()]),
  ];
  flow.text(`[${words.filter((word) => word !== '').join(', ')}]`, format);
  return keys.next;
}

/** `\href{address}{text}`, `\url{address}` or `\hyperref[label]{text}`. */
export function linkTo(
  flow: Flow,
  at: number,
  end: number,
  format: Format,
  depth: number,
  context: LatexContext,
): number {
  const { structure } = context;
  const option = structure.optional(at + 1, end);
  const first = structure.argument(option?.next ?? at + 1, end);
  if (structure.tokens[at] === '\\hyperref') {
    flow.add(context.read(first.start, first.end, format, depth + 1).inline);
    return first.next;
  }
  const href = structure
    .raw(first.start, first.end)
    .trim()
    .replace(/\\([%#&_~])/g, '$1');
  if (structure.tokens[at] === '\\url') {
    flow.text(href, { ...format, href });
    return first.next;
  }
  const label = structure.argument(first.next, end);
  flow.add(context.read(label.start, label.end, { ...format, href }, depth + 1).inline);
  return label.next;
}
