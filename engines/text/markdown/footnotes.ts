/**
 * Footnotes for `markdown-it`: blocks of the token types `footnote_open`, with the label as `info`, and
 * `footnote_close`.
 */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';

const LABEL = /^\[\^([^\][\s]+)\]:[ \t]*/;
/** Further lines of a footnote are indented by this much. */
const INDENT = 4;

type Reader = InstanceType<typeof MarkdownIt>;

export function withFootnotes(reader: Reader): Reader {
  reader.block.ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph', 'reference'] });
  return reader;
}

/** `[^label]: text`, with further lines and blocks indented. */
function readFootnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= INDENT || !state.src.startsWith('[^', start)) return false;
  const found = LABEL.exec(state.src.slice(start, state.eMarks[startLine]));
  if (found === null) return false;
  if (silent) return true;
  const [opening, label = ''] = found;
  const open = state.push('footnote_open', 'div', 1);
  open.info = label;
  open.attrSet('class', 'footnote');
  const { bMarks, tShift, sCount, parentType } = state;
  const before = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  bMarks[startLine] = start + opening.length;
  tShift[startLine] = 0;
  state.blkIndent += INDENT;
  sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  state.parentType = parentType;
  state.blkIndent -= INDENT;
  open.map = [startLine, state.line];
  state.push('footnote_close', 'div', -1);
  return true;
}
