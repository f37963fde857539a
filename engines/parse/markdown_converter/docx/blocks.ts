/** Reads the block content of a Word document's body, cells, text boxes and notes. */
import { append } from '../../documents/append.ts';
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { text, type Block } from '../../documents/markdown/model.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import { alternative } from '../shared/ooxml/alternative.ts';
import { equationLatex } from '../shared/ooxml/equations.ts';
import { plainParagraph } from '../shared/word/paragraph.ts';
import type { DocxContext } from './context.ts';
import { dropCapOf, isMarkDeleted, readParagraph } from './paragraphs.ts';
import { boundValue } from './runs.ts';
import { readTable } from './tables.ts';

export function readBlocks(parent: XmlElement | undefined, context: DocxContext): Block[] {
  return nestLists(readFlat(parent, context));
}

function readFlat(parent: XmlElement | undefined, context: DocxContext): FlatBlock[] {
  const blocks: FlatBlock[] = [];
  const children = childrenOf(parent);
  let initial: XmlElement | null = null;
  /** Paragraphs that are one, because the marks between them are deleted. */
  let joined: XmlElement[] = [];
  const end = (): void => {
    const whole = joined;
    joined = [];
    if (whole.length > 0) append(blocks, readParagraph(whole, context, initial));
    initial = null;
  };
  for (const [index, child] of children.entries()) {
    if (child.name === 'w:p') {
      if (dropCapOf(children[index + 1], child) !== null) continue;
      initial ??= dropCapOf(child, children[index - 1]);
      joined.push(child);
      if (!isMarkDeleted(child) || context.options.tracked_changes) end();
    } else if (!MARKERS.test(child.name)) {
      end();
      append(blocks, readOther(child, context));
    }
  }
  end();
  return blocks;
}

/** Elements without content between paragraphs. */
const MARKERS = /^w:(bookmark|comment|perm|proofErr|move(From|To)Range|customXml\w*Range)/;

function readOther(child: XmlElement, context: DocxContext): FlatBlock[] {
  switch (child.name) {
    case 'w:tbl':
      return readTable(child, context);
    case 'w:sdt': {
      const bound = boundValue(child, context);
      return bound === '' ? readFlat(descend(child, 'w:sdtContent'), context) : plainParagraph([text(bound)], '');
    }
    case 'w:ins':
    case 'w:moveTo':
    case 'w:customXml':
    case 'w:smartTag':
      return readFlat(child, context);
    case 'mc:AlternateContent':
      return readFlat(alternative(child), context);
    case 'w:altChunk':
    case 'w:subDoc':
      return context.embedded.blocksOf(context.relationships.get(child.attributes['r:id'] ?? '')?.target ?? '') ?? [];
    case 'm:oMathPara':
    case 'm:oMath':
      return [{ kind: 'equation', latex: equationLatex(child) }];
    default:
      return [];
  }
}
