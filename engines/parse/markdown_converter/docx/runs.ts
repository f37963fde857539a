/** The inline content of a paragraph. */
import { resolveLink } from '../../documents/html/links.ts';
import { PLAIN, text, type Block, type Format, type Inline } from '../../documents/markdown/model.ts';
import { symbolText } from '../../documents/symbol-fonts.ts';
import { alternative } from '../shared/ooxml/alternative.ts';
import { equationLatex } from '../shared/ooxml/equations.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';
import { readComment } from './comments.ts';
import type { DocxContext } from './context.ts';
import { readDrawing } from './drawings.ts';
import { hyperlinkOf } from '../shared/word/fields.ts';
import { runFormat } from './run-format.ts';
import { symbolInlines } from '../shared/word/symbols.ts';
import { countOf, isOn, switchOf, valueOf } from './values.ts';
import { append } from '../../documents/append.ts';

/** Content of a paragraph: its inline content, and the text boxes and charts anchored in it. */
export interface ParagraphContent {
  readonly line: Inline[];
  readonly anchored: Block[];
}

/** Format inherited from the elements around a run. */
type Surroundings = Pick<Format, 'href' | 'change'>;

/**
 * Reads the content of a paragraph. Unless tracked changes are enabled, deleted text is omitted and inserted text is
 * plain text.
 */
export function readInline(paragraph: XmlElement, context: DocxContext): ParagraphContent {
  const content: ParagraphContent = { line: [], anchored: [] };
  collect(paragraph, { href: null, change: null }, content, context);
  return content;
}

function collect(
  parent: XmlElement | undefined,
  around: Surroundings,
  content: ParagraphContent,
  context: DocxContext,
): void {
  for (const child of childrenOf(parent)) {
    switch (child.name) {
      case 'w:r':
        collectRun(child, around, content, context);
        break;
      case 'w:hyperlink':
        collect(child, { ...around, href: hyperlinkTarget(child, context) ?? around.href }, content, context);
        break;
      case 'w:fldSimple': {
        const instruction = child.attributes['w:instr'] ?? '';
        const start = content.line.length;
        if (!context.fields.isPrinted(instruction))
          collect(child, { ...around, href: hyperlinkOf(instruction) ?? around.href }, content, context);
        if (content.line.length === start) append(content.line, context.fields.valueOf(instruction));
        break;
      }
      case 'w:sdt':
        collectControl(child, around, content, context);
        break;
      case 'm:oMath':
      case 'm:oMathPara': {
        const latex = equationLatex(child);
        // Adjacent dollar signs would be read as a display equation.
        if (latex !== '' && content.line.at(-1)?.kind === 'math') content.line.push(text(' '));
        if (latex !== '') content.line.push({ kind: 'math', latex });
        break;
      }
      case 'mc:AlternateContent':
        collect(alternative(child), around, content, context);
        break;
      case 'w:ins':
      case 'w:moveTo':
        collect(child, context.options.tracked_changes ? { ...around, change: 'ins' } : around, content, context);
        break;
      case 'w:del':
      case 'w:moveFrom':
        if (context.options.tracked_changes) collect(child, { ...around, change: 'del' }, content, context);
        break;
      case 'w:pPr':
      case 'w:rPr':
        break;
      default:
        collect(child, around, content, context);
    }
  }
}

function hyperlinkTarget(hyperlink: XmlElement, context: DocxContext): string | null {
  const relationship = context.relationships.get(hyperlink.attributes['r:id'] ?? '');
  if (relationship === undefined || !relationship.isExternal) return null;
  const anchor = hyperlink.attributes['w:anchor'];
  return resolveLink(relationship.target + (anchor === undefined ? '' : `#${anchor}`), null);
}

/** A content control: a checkbox, or text. */
function collectControl(
  control: XmlElement,
  around: Surroundings,
  content: ParagraphContent,
  context: DocxContext,
): void {
  const checkbox = descend(control, 'w:sdtPr', 'w14:checkbox');
  if (checkbox !== undefined) {
    const checked = isOn(descend(checkbox, 'w14:checked')?.attributes['w14:val']);
    content.line.push({ kind: 'checkbox', checked });
    return;
  }
  const bound = boundValue(control, context);
  if (bound === '') collect(descend(control, 'w:sdtContent'), around, content, context);
  else content.line.push(text(bound, { ...PLAIN, ...around }));
}

/** The value that a control shows of another part, if it has no text of its own; else empty. */
export function boundValue(control: XmlElement, { bound }: DocxContext): string {
  const properties = descend(control, 'w:sdtPr');
  const binding = descend(properties, 'w:dataBinding') ?? descend(properties, 'w15:dataBinding');
  if (binding === undefined) return '';
  const isEmpty = textOf(descend(control, 'w:sdtContent')).trim() === '';
  return isEmpty || switchOf(properties, 'w:showingPlcHdr') === true ? bound.valueOf(binding) : '';
}

/** The reading of ruby text follows it in parentheses. */
function collectReading(
  reading: XmlElement | undefined,
  around: Surroundings,
  content: ParagraphContent,
  context: DocxContext,
): void {
  const start = content.line.push(text('(', { ...PLAIN, ...around }));
  collect(reading, around, content, context);
  if (content.line.length === start) content.line.pop();
  else content.line.push(text(')', { ...PLAIN, ...around }));
}

function collectRun(run: XmlElement, around: Surroundings, content: ParagraphContent, context: DocxContext): void {
  const { format: own, isVanished, font } = runFormat(descend(run, 'w:rPr'), context.styles);
  const isHidden = isVanished && !context.options.hidden;
  const { line } = content;
  const children = childrenOf(run);
  for (const [index, child] of children.entries()) {
    const format: Format = { ...own, ...around, href: around.href ?? context.fields.link };
    switch (child.name) {
      case 'w:t':
      case 'w:delText':
        if (context.fields.isInInstruction) break;
        if (!isHidden) line.push(text(symbolText(textOf(child), font), format));
        else if (textOf(child).trim() !== '') context.omissions.hide('texts');
        break;
      case 'w:tab':
      case 'w:ptab':
        line.push(text('\t', format));
        break;
      case 'w:br':
      case 'w:cr':
        if (child.attributes['w:type'] !== 'page') line.push({ kind: 'break' });
        break;
      case 'w:noBreakHyphen':
        line.push(text('-', format));
        break;
      case 'w:sym':
        line.push(...symbolInlines(child, format));
        break;
      case 'w:ruby':
        collect(descend(child, 'w:rubyBase'), around, content, context);
        collectReading(descend(child, 'w:rt'), around, content, context);
        break;
      case 'w:fldChar':
        collectFieldMark(child, isHidden ? null : format, line, context);
        break;
      case 'w:instrText':
        context.fields.addInstruction(textOf(child));
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference': {
        const kind = child.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
        const hasMark = isOn(child.attributes['w:customMarkFollows']);
        const mark = hasMark
          ? children
              .slice(index + 1)
              .map(textOf)
              .join('')
              .trim()
          : '';
        line.push({ kind: 'note', label: context.notes.label(kind, child.attributes['w:id'] ?? '', mark) });
        if (hasMark) return;
        break;
      }
      case 'w:commentReference':
        append(content.anchored, readComment(child.attributes['w:id'] ?? '', context));
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        collectDrawing(child, format.href, content, context);
        break;
      case 'mc:AlternateContent':
        for (const drawing of childrenOf(alternative(child))) collectDrawing(drawing, format.href, content, context);
        break;
      default:
    }
  }
}

/** `format` is that of the mark; `null` where text is hidden. */
function collectFieldMark(mark: XmlElement, format: Format | null, line: Inline[], context: DocxContext): void {
  switch (mark.attributes['w:fldCharType'] ?? '') {
    case 'begin':
      context.fields.begin(formValue(descend(mark, 'w:ffData')));
      break;
    case 'separate':
      context.fields.separate(line);
      break;
    case 'end':
      for (const shown of context.fields.end(line)) {
        if (format !== null) line.push(shown.kind === 'text' ? { ...shown, format } : shown);
      }
      break;
    default:
  }
}

/** The box of a form field, the entry that is chosen in its list, or its default text. */
function formValue(data: XmlElement | undefined): Inline[] {
  const checkbox = descend(data, 'w:checkBox');
  if (checkbox !== undefined) {
    const checked = switchOf(checkbox, 'w:checked') ?? switchOf(checkbox, 'w:default') ?? false;
    return [{ kind: 'checkbox', checked }];
  }
  const initial = valueOf(descend(data, 'w:textInput'), 'w:default') ?? '';
  if (initial !== '') return [text(initial)];
  const list = descend(data, 'w:ddList');
  const chosen = countOf(valueOf(list, 'w:result') ?? valueOf(list, 'w:default'), MAX_ENTRIES, 0);
  const entry = childrenOf(list, 'w:listEntry')[chosen]?.attributes['w:val'] ?? '';
  return entry === '' ? [] : [text(entry)];
}

/** Far above the 25 that Word allows. */
const MAX_ENTRIES = 1000;

function collectDrawing(
  drawing: XmlElement,
  href: string | null,
  content: ParagraphContent,
  context: DocxContext,
): void {
  const { images, blocks } = readDrawing(drawing, href, context);
  append(content.line, images);
  append(content.anchored, blocks);
}
