/** Splits LaTeX into tokens. */
import { SearchOnce } from '../shared/markup/search-once.ts';

/** Text that is taken as it stands. */
export interface Verbatim {
  readonly code: string;
  readonly language: string | null;
  readonly isInline: boolean;
}

/**
 * A control sequence with its backslash (`\emph`, `\section*`, `\&`), the beginning or end of an environment
 * (`\begin{quote}`), a paragraph break, a space, a special character, a parameter (`#1`), or a run of words. The
 * character after a control sequence is a run of its own, since it may be an argument.
 */
export type Token = string | Verbatim;

export const PARAGRAPH = '\n\n';

const VERBATIM = /^(verbatim\*?|Verbatim|BVerbatim|lstlisting|minted|alltt|comment|filecontents\*?)$/;
/** Environments whose content is not part of the text. */
const HIDDEN = /^(comment|filecontents\*?)$/;

const SPACE = /[ \t\n]+/y;
const COMMENT = /%[^\n]*/y;
const LINE_END = /\n(?![ \t]*\n)[ \t]*/y;
const ENVIRONMENT = /\\(begin|end)[ \t]*\{([A-Za-z@*]{1,40})\}/y;
const INLINE_CODE = /\\(?:verb\*?|lstinline(?:\[[^[\]\n]*\])?)([^\sA-Za-z*[{])/y;
const CONTROL = /\\(?:[A-Za-z@]+\*?|[^])/y;
const SPECIAL = /\$\$|#\d|[{}[\]&~$#]/y;
const WORDS = /[^\\{}[\]&~$#%\s]+(?:[ \n][^\\{}[\]&~$#%\s]+)*/y;
const LETTER = /[^\\{}[\]&~$#%\s]/uy;

/** In linear time. Comments, and what `\iffalse` switches off, are dropped. */
export function tokenize(latex: string): Token[] {
  const tokens: Token[] = [];
  const search = new SearchOnce(latex);
  let at = 0;
  let isArgument = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(latex);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < latex.length) {
    const space = take(SPACE);
    if (space !== null) {
      tokens.push(/\n[^\n]*\n/.test(space[0]) ? PARAGRAPH : ' ');
      continue;
    }
    if (take(COMMENT) !== null) {
      take(LINE_END);
      continue;
    }
    const environment = take(ENVIRONMENT);
    if (environment !== null) {
      const [, side = '', name = ''] = environment;
      const end = side === 'begin' && VERBATIM.test(name) ? search.find(`\\end{${name}}`, at) : -1;
      if (end < 0) {
        tokens.push(`\\${side}{${name}}`);
      } else {
        if (!HIDDEN.test(name)) tokens.push(PARAGRAPH, verbatim(latex.slice(at, end), name), PARAGRAPH);
        at = end + `\\end{${name}}`.length;
      }
      isArgument = false;
      continue;
    }
    const code = take(INLINE_CODE);
    if (code !== null) {
      const end = search.find(code[1] ?? '', at);
      const written = latex.slice(at, end < 0 ? at : end);
      if (end >= 0 && !written.includes('\n')) {
        tokens.push({ code: written, language: null, isInline: true });
        at = end + 1;
      }
      continue;
    }
    const control = take(CONTROL);
    if (control !== null) {
      const end = control[0] === '\\iffalse' ? search.find('\\fi', at) : -1;
      if (end >= 0) at = end + '\\fi'.length;
      else tokens.push(control[0]);
      isArgument = end < 0;
      continue;
    }
    const words = take(SPECIAL) ?? (isArgument ? take(LETTER) : take(WORDS));
    isArgument = false;
    if (words === null) at++;
    else tokens.push(words[0].replaceAll('\n', ' '));
  }
  return tokens;
}

/** Code without the options of its environment, which may name the language. */
function verbatim(content: string, name: string): Verbatim {
  const options = /^[ \t]*\[[^[\]]*\]/.exec(content)?.[0] ?? '';
  const rest = content.slice(options.length);
  const named = name === 'minted' ? /^[ \t]*\{([^{}\n]*)\}/.exec(rest) : null;
  const language = named?.[1] ?? /language=\{?([A-Za-z+#]+)/.exec(options)?.[1] ?? null;
  const code = rest.slice(named?.[0].length ?? 0).replace(/^[ \t]*\n/, '');
  return { code: code.trimEnd(), language: language?.toLowerCase() ?? null, isInline: false };
}
