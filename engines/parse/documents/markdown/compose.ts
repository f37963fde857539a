/** What readers of several formats make of the content that they have read. */
import { PLAIN, text, type Block, type Inline } from './model.ts';

export function bolded(content: readonly Inline[]): Inline[] {
  return content.map((inline) =>
    inline.kind === 'text' ? { ...inline, format: { ...inline.format, bold: true } } : inline,
  );
}

/** A label before the first paragraph, or as a paragraph of its own when something else comes first. */
export function withLead(label: readonly Inline[], blocks: readonly Block[]): readonly Block[] {
  if (label.length === 0) return blocks;
  const [first, ...rest] = blocks;
  return first?.kind === 'paragraph'
    ? [{ ...first, content: [...label, text(' '), ...first.content] }, ...rest]
    : [{ kind: 'paragraph', content: label }, ...blocks];
}

/** The kind of an admonition, as its label: `Warning:`. */
export function admonitionLabel(kind: string): Block {
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}:`;
  return { kind: 'paragraph', content: [text(label, { ...PLAIN, bold: true })] };
}
