/** The inline content of a paragraph. */
import { resolveLink } from '../../documents/html/links.ts';
import { PLAIN, text, type Format, type Inline } from '../../documents/markdown/model.ts';
import { symbolText } from '../../documents/symbol-fonts.ts';
import { descend, isElement, textOf, type XmlElement } from '../../documents/xml.ts';
import { readAnnotation } from './annotations.ts';
import type { InlineContent, OdfContext } from './context.ts';
import { isShape, readShape } from './shapes.ts';
import { propertyOf, textFormat, wholeNumber, type Style } from './styles.ts';
import { append } from '../../documents/append.ts';

/** Reads a paragraph with the style `chain`. Collapses white space, as the file format requires. */
export function readInline(paragraph: XmlElement, chain: readonly Style[], context: OdfContext): InlineContent {
  const content: InlineContent = { line: [], anchored: [] };
  // Manual formatting of a whole paragraph counts as emphasis; that of a paragraph style is its role, not emphasis.
  const [own] = chain;
  const format = own?.isAutomatic === true ? applied(PLAIN, own) : PLAIN;
  collect(paragraph, { ...format, vertical: null }, fontOf(chain) ?? '', content, context);
  return content;
}

const MAX_SPACES = 1000;

const fontOf = (chain: readonly Style[]): string | null =>
  propertyOf(chain, 'style:text-properties', 'style:font-name') ??
  propertyOf(chain, 'style:text-properties', 'fo:font-family');

function collect(parent: XmlElement, format: Format, font: string, content: InlineContent, context: OdfContext): void {
  const { line, anchored } = content;
  for (const child of parent.children) {
    if (!isElement(child)) {
      const isStart = line.length === 0 || line.at(-1)?.kind === 'break';
      const words = symbolText(child.replace(/[ \t\r\n]+/g, ' '), font);
      const last = line.at(-1);
      const follows = isStart || (last?.kind === 'text' && last.text.endsWith(' '));
      line.push(text(follows ? words.trimStart() : words, context.changes.marked(format)));
      continue;
    }
    switch (child.name) {
      case 'text:span': {
        const chain = context.styles.chain('text', child.attributes['text:style-name']);
        if (
          propertyOf(chain, 'style:text-properties', 'text:display') === 'none' &&
          omitsHidden(textOf(child), context)
        )
          break;
        collect(child, chain.toReversed().reduce(applied, format), fontOf(chain) ?? font, content, context);
        break;
      }
      case 'text:a':
        collect(
          child,
          { ...format, href: resolveLink(child.attributes['xlink:href'] ?? null, null) },
          font,
          content,
          context,
        );
        break;
      case 'text:s':
        line.push(text(' '.repeat(wholeNumber(child.attributes['text:c'], MAX_SPACES, 1)), format));
        break;
      case 'text:tab':
        line.push(text('\t', format));
        break;
      case 'text:line-break':
        line.push({ kind: 'break' });
        break;
      case 'text:hidden-text': {
        const hidden = child.attributes['text:string-value'] ?? '';
        if (child.attributes['text:is-hidden'] !== 'true') collect(child, format, font, content, context);
        else if (!omitsHidden(hidden, context)) line.push(text(hidden, format));
        break;
      }
      case 'text:note':
        line.push(readNote(child, context));
        break;
      case 'text:ruby-text':
        line.push(text(`(${textOf(child)})`, format));
        break;
      case 'text:change':
        context.changes.readDeleted(child, (deleted) =>
          collect(deleted, { ...format, change: 'del' }, font, content, context),
        );
        break;
      case 'text:change-start':
        context.changes.begin(child);
        break;
      case 'text:change-end':
        context.changes.end(child);
        break;
      case 'office:annotation':
        if (context.options.comments) append(anchored, readAnnotation(child));
        break;
      default:
        if (isShape(child)) {
          const shape = readShape(child, format.href, context);
          append(line, shape.line);
          append(anchored, shape.anchored);
        } else {
          collect(child, format, font, content, context);
        }
    }
  }
}

/** Whether hidden text is left out; it is counted then. */
function omitsHidden(hidden: string, { options, omissions }: OdfContext): boolean {
  if (options.hidden) return false;
  if (hidden.trim() !== '') omissions.hide('texts');
  return true;
}

const applied = (format: Format, style: Style): Format => ({ ...format, ...textFormat(style) });

function readNote(note: XmlElement, context: OdfContext): Inline {
  const label = String(context.notes.length + 1);
  // Reserves the position first, since a note may contain others.
  const place = context.notes.push({ kind: 'note', label, blocks: [] }) - 1;
  context.notes[place] = { kind: 'note', label, blocks: context.readBlocks(descend(note, 'text:note-body'), context) };
  return { kind: 'note', label };
}
