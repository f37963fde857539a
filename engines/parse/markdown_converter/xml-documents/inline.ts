/** Inline content of XML documents. */
import { PLAIN, plainText, text, type Format, type Inline } from '../../documents/markdown/model.ts';
import { mathLatex } from '../../documents/formulas/mathml.ts';
import { childrenOf, descend, isElement, textOf, walk, type XmlElement, type XmlNode } from '../../documents/xml.ts';
import type { XmlContext } from './context.ts';

/** Reads one node; nested blocks become words surrounded by spaces. */
export function readInline(node: XmlNode, format: Format, context: XmlContext): Inline[] {
  if (!isElement(node)) return [text(node.replace(/[ \t\r\n]+/g, ' '), format)];
  const inside = (more: Partial<Format> = {}): Inline[] =>
    node.children.flatMap((child) => readInline(child, { ...format, ...more }, context));
  switch (context.vocabulary.inline.get(node.name)) {
    case 'bold':
      return inside({ bold: true });
    case 'italic':
      return inside({ italic: true });
    case 'strike':
      return inside({ strike: true });
    case 'monospace':
      return inside({ code: true });
    case 'sub':
    case 'sup':
      return inside({ vertical: context.vocabulary.inline.get(node.name) === 'sub' ? 'sub' : 'sup' });
    case 'quoted':
      return [text('\u201c', format), ...inside(), text('\u201d', format)];
    case 'link':
      return readLink(node, format, context, inside);
    case 'break':
      return [{ kind: 'break' }];
    case 'image':
      return [readImage(node, context)];
    case 'math':
      return [{ kind: 'math', latex: latexOf(node) }];
    case 'footnote':
      return [{ kind: 'note', label: context.notes.add(() => context.flow(node, PLAIN, null)) }];
    case 'noteref':
      return readNoteReference(node, format, context, inside);
    case 'reference':
      return node.children.length > 0 ? inside() : [text(context.titleOf(targetOf(node)), format)];
    case 'text':
    case undefined:
      break;
  }
  const role = context.vocabulary.blocks.get(node.name);
  if (role === 'hidden') return [];
  return role === undefined ? inside() : [text(' ', format), ...inside(), text(' ', format)];
}

const addressOf = ({ attributes }: XmlElement): string =>
  attributes['xlink:href'] ?? attributes['url'] ?? attributes['href'] ?? '';

/** Identifier in the document that an element refers to; empty without one. */
const targetOf = (element: XmlElement): string =>
  element.attributes['linkend'] ?? element.attributes['rid'] ?? addressOf(element).replace(/^#/, '');

type Inside = (more?: Partial<Format>) => Inline[];

/** Links within the document become their text. A link without text shows its address. */
function readLink(link: XmlElement, format: Format, context: XmlContext, inside: Inside): Inline[] {
  const address = addressOf(link);
  if (context.notes.isKnown(targetOf(link))) return readNoteReference(link, format, context, inside);
  if (address === '' || address.startsWith('#')) return inside();
  const content = inside({ href: address });
  return plainText(content) === '' && content.every(({ kind }) => kind === 'text')
    ? [text(address, { ...format, href: address })]
    : content;
}

function readNoteReference(reference: XmlElement, format: Format, context: XmlContext, inside: Inside): Inline[] {
  const label = context.notes.refer(targetOf(reference));
  return label === null ? inside() : [{ kind: 'note', label }];
}

/** A picture at its address. Pictures inside the file are stored with the document. */
function readImage(image: XmlElement, context: XmlContext): Inline {
  const address = image.attributes['fileref'] ?? addressOf(image);
  const described = [...walk(image)].find(({ name }) => name === 'alt-text' || name === 'alt');
  const alt = image.attributes['alt'] ?? image.attributes['title'] ?? textOf(described).trim();
  return { kind: 'image', alt, src: context.pictureAt(address) ?? '', href: null };
}

/** LaTeX of a formula: TeX as it stands, or converted from MathML. */
export function latexOf(formula: XmlElement): string {
  const parts = [formula, ...walk(formula)];
  const tex = parts.find(({ name }) => name === 'tex-math' || name === 'texmath');
  if (tex !== undefined) return bareLatex(textOf(tex));
  const math = parts.find(({ name }) => name === 'math:math');
  return math === undefined ? textOf(formula).replace(/\s+/g, ' ').trim() : mathLatex(math);
}

/** Journals wrap each formula into a whole LaTeX document. */
function bareLatex(tex: string): string {
  const start = tex.indexOf('\\begin{document}');
  const end = tex.lastIndexOf('\\end{document}');
  const body = start >= 0 && end > start ? tex.slice(start + '\\begin{document}'.length, end) : tex;
  return body
    .trim()
    .replace(/^(?:\$\$?|\\\[|\\\()/, '')
    .replace(/(?<!\\)(?:\$\$?|\\\]|\\\))$/, '')
    .trim();
}

/** Title that a reference to an element shows; empty without one. */
export function titleOf(element: XmlElement | undefined): string {
  const title = descend(element, 'title') ?? descend(element, 'info', 'title');
  return element?.attributes['xreflabel'] ?? wordsOf(title);
}

/** The text of an element on one line. */
export function wordsOf(element: XmlElement | undefined): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

/** The words of each child with this name, without empty ones. */
export function eachWords(parent: XmlElement | undefined, name: string): string[] {
  return childrenOf(parent, name)
    .map(wordsOf)
    .filter((words) => words !== '');
}
