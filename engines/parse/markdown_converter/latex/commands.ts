/** What the commands of LaTeX and its usual packages mean. */
import type { Format } from '../../documents/markdown/model.ts';

/** Rank of a section, the highest heading of a text without any. */
export const SECTION = 2;

/** Headings, from the highest. */
export const SECTIONS: ReadonlyMap<string, number> = new Map(
  ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'].map((name, rank) => [
    `\\${name}`,
    rank,
  ]),
);

const formats = (entries: Readonly<Record<string, Partial<Format>>>): ReadonlyMap<string, Partial<Format>> =>
  new Map(Object.entries(entries).map(([name, format]) => [`\\${name}`, format]));

/** Format of the argument. */
export const FORMATS = formats({
  textbf: { bold: true },
  emph: { italic: true },
  textit: { italic: true },
  textsl: { italic: true },
  texttt: { code: true },
  path: { code: true },
  sout: { strike: true },
  st: { strike: true },
  textsubscript: { vertical: 'sub' },
  textsuperscript: { vertical: 'sup' },
});

/** Format of the rest of the group. */
export const DECLARATIONS = formats({
  bf: { bold: true },
  bfseries: { bold: true },
  it: { italic: true },
  itshape: { italic: true },
  em: { italic: true },
  sl: { italic: true },
  slshape: { italic: true },
  tt: { code: true },
  ttfamily: { code: true },
  normalfont: { bold: false, italic: false, code: false },
  rm: { bold: false, italic: false, code: false },
});

const commands = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries).map(([name, value]) => [`\\${name}`, value]));

export const SYMBOLS = commands({
  '&': '&',
  '%': '%',
  $: '$',
  '#': '#',
  _: '_',
  '{': '{',
  '}': '}',
  ' ': ' ',
  ',': '\u2009',
  ';': ' ',
  ':': ' ',
  '@': '',
  '/': '',
  '-': '',
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textgreater: '>',
  textless: '<',
  textbar: '|',
  textunderscore: '_',
  textbullet: '•',
  textdegree: '°',
  textregistered: '®',
  texttrademark: '™',
  textcopyright: '©',
  copyright: '©',
  pounds: '£',
  euro: '€',
  texteuro: '€',
  S: '§',
  P: '¶',
  dag: '†',
  ddag: '‡',
  textendash: '–',
  textemdash: '—',
  textquoteleft: '‘',
  textquoteright: '’',
  textquotedblleft: '“',
  textquotedblright: '”',
  textquotedbl: '"',
  textquotesingle: "'",
  slash: '/',
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  aa: 'å',
  AA: 'Å',
  i: 'ı',
  j: 'ȷ',
  TeX: 'TeX',
  LaTeX: 'LaTeX',
  LaTeXe: 'LaTeX2ε',
  BibTeX: 'BibTeX',
  quad: ' ',
  qquad: ' ',
  enspace: ' ',
  space: ' ',
  xspace: '',
  hfill: ' ',
});

/** Combining characters of accents. */
export const ACCENTS = commands({
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
});

/** Number of arguments of commands that do not appear in the text. */
export const HIDDEN: ReadonlyMap<string, number> = new Map(
  [
    ['label bibliographystyle vspace hspace vskip hskip pagestyle thispagestyle usetikzlibrary color rowcolor', 1],
    ['pagenumbering phantom hphantom vphantom index glossary nocite usepackage RequirePackage documentclass', 1],
    ['stepcounter refstepcounter hypersetup graphicspath DeclareGraphicsExtensions lstset sisetup cline cmidrule', 1],
    ['captionsetup geometry linespread thanks tikzset pgfplotsset theoremstyle numberwithin setstretch', 1],
    ['enlargethispage newlength newcounter hyphenation selectlanguage fontfamily fontseries title author date', 1],
    // The second argument of these is their text.
    ['textcolor colorbox scalebox raisebox rotatebox foreignlanguage', 1],
    [
      'setlength addtolength setcounter addtocounter fontsize newcolumntype markboth fcolorbox resizebox addtocontents',
      2,
    ],
    ['definecolor addcontentsline', 3],
  ].flatMap(([names, count]): [string, number][] =>
    String(names)
      .split(' ')
      .map((name) => [`\\${name}`, Number(count)]),
  ),
);

/** Environments of display mathematics that renderers of formulas know by name. */
export const ALIGNED = /^(align|alignat|aligned|gather|multline|flalign|eqnarray|split)\*?$/;
/** Environments whose content is one formula. */
export const FORMULA = /^(equation\*?|displaymath|math|dmath\*?)$/;
export const TABLE = /^(tabular\*?|tabularx|tabulary|longtable|longtabu|tabu|supertabular|array)$/;
export const LIST = /^(itemize|enumerate|description|compactitem|compactenum|inparaenum|inparaitem|trivlist|list)\*?$/;
export const QUOTE = /^(quote|quotation|verse|displayquote)$/;
/** Drawings by commands. */
export const DRAWING = /^(tikzpicture|pgfpicture|picture|pspicture|forest|axis)$/;
