/** Reads the block content of a Word document's body, cells, text boxes and notes. */
import type { Block } from '../../documents/markdown/model.ts';
import { alternative } from '../shared/ooxml/alternative.ts';
import { equationLatex } from '../shared/ooxml/equations.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import { nestLists, type FlatBlock } from '../../documents/markdown/lists.ts';
import { dropCapOf, readParagraph } from './paragraphs.ts';
import { readTable } from './tables.ts';

export function readBlocks(parent: XmlElement | undefined, context: DocxContext): Block[] {
  return nestLists(readFlat(parent, context));
}

function readFlat(parent: XmlElement | undefined, context: DocxContext): FlatBlock[] {
  return childrenOf(parent).flatMap((child, index, children) => {
    switch (child.name) {
      case 'w:p':
        if (dropCapOf(children[index + 1], child) !== null) return [];
        return readParagraph(child, context, dropCapOf(child, children[index - 1]));
      case 'w:tbl':
        return readTable(child, context);
      case 'w:sdt':
        return readFlat(descend(child, 'w:sdtContent'), context);
      case 'w:ins':
      case 'w:moveTo':
      case 'w:customXml':
      case 'w:smartTag':
        return readFlat(child, context);
      case 'mc:AlternateContent':
        return readFlat(alternative(child), context);
      case 'm:oMathPara':
      case 'm:oMath':
        return [{ kind: 'equation', latex: equationLatex(child) }];
      default:
        return [];
    }
  });
}
