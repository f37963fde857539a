/** LaTeX documents become headings, lists, tables, formulas and notes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const LATEX = { mediaType: 'text/x-latex' };
const latex = (source: string): Promise<string> => markdownOf(source, LATEX);
const body = (source: string): string => `\\documentclass{article}\\begin{document}${source}\\end{document} after`;

test('title, authors and sections are headings and facts', async () => {
  const source = `\\documentclass{article}\\usepackage[french,ngerman]{babel}
\\title{On $n$ Mills}\\author{Ada Maas\\\\Tidal Institute \\and Bo Roe}\\date{2020}
\\begin{document}\\maketitle
\\section{Water} % a comment
One.
\\subsection*{Gates \\label{g}}
Two.
\\end{document}`;
  const { markdown, title, authors, language } = await parse(source, LATEX);
  assert.equal(
    markdown,
    '# On $n$ Mills\n\nAda Maas  \nTidal Institute\n\nBo Roe\n\n2020\n\n## Water\n\nOne.\n\n### Gates\n\nTwo.\n',
  );
  assert.deepEqual([title, authors, language], ['On n Mills', ['Ada Maas', 'Bo Roe'], 'de']);
});

test('a part of a document without a preamble is read as well', async () => {
  assert.equal(await latex('\\chapter{One}\nText\n\n\\section{Two}'), '# One\n\nText\n\n## Two');
});

test('text has its format, accents and quotes', async () => {
  assert.equal(
    await latex(
      body("\\textbf{a \\emph{b}} {\\it c} d \\texttt{e--f} ``q'' 1--2 --- \\'etude \\v{c} 5\\,\\% \\LaTeX\\ x~y"),
    ),
    '**a *b*** *c* d `e--f` “q” 1–2 — étude č 5\u2009% LaTeX x\u00a0y',
  );
});

test('lists nest and descriptions have bold labels', async () => {
  const source = `\\begin{enumerate}\\item One\\begin{itemize}\\item Inner\\end{itemize}\\item Two\\end{enumerate}
\\begin{description}\\item[Gate] opens\\end{description}`;
  assert.equal(await latex(source), '1. One\n   - Inner\n2. Two\n\n- **Gate** opens');
});

test('tables keep spans, and lines are no rows', async () => {
  const source = `\\begin{table}[h]\\caption{Tides}\\begin{tabular}{|l|r|}\\hline
\\multicolumn{2}{|c|}{Both} \\\\ \\hline \\multirow{2}{*}{Left} & 1 \\\\ \\cline{2-2} & 2 \\\\ \\bottomrule\\end{tabular}\\end{table}`;
  assert.equal(
    await latex(source),
    'Tides\n\n<table>\n<tr><td colspan="2">Both</td></tr>\n<tr><td ' +
      'rowspan="2">Left</td><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>',
  );
});

test('formulas keep their source, without labels, and with the macros of the document expanded', async () => {
  const source = `\\newcommand{\\R}{\\mathbb{R}}\\newcommand{\\norm}[2][2]{\\|#2\\|_{#1}}\\DeclareMathOperator{\\rank}{rank}
$x \\in \\R$ and \\(\\norm{x}\\) \\begin{equation}\\label{e}\\rank A\\end{equation}\\begin{align}a &= b \\\\ c &= d\\end{align}`;
  assert.equal(
    await latex(source),
    '$x \\in \\mathbb{R}$ and $\\|x\\|_{2}$\n\n$$\\operatorname{rank}A$$\n\n$$\\begin{align}a &= b \\\\ c &= ' +
      'd\\end{align}$$',
  );
});

test('macros for environments and with parameters expand, in the order of the text', async () => {
  const source = `\\def\\be#1{\\begin{quote}#1: }\\def\\ee{\\end{quote}}\\newenvironment{big}[1]{\\textbf{#1} }{!}
\\be{Joe}hello\\ee \\begin{big}{Now}go\\end{big}`;
  assert.equal(await latex(source), '> Joe: hello\n\n**Now** go!');
});

test('code stays as it stands', async () => {
  const source = `\\begin{lstlisting}[language=Python]
x = "\\section{a}" % 1
\\end{lstlisting} and \\verb|$a$|.\\begin{comment}gone\\end{comment}\\iffalse gone \\fi`;
  assert.equal(await latex(source), '```python\nx = "\\section{a}" % 1\n```\n\nand `$a$`.');
});

test('notes come last; citations and references show what the file knows', async () => {
  const source = `A\\footnote{B \\url{http://a.example}} \\cite[p.~3]{two} \\cite{x,y} \\ref{s} \\href{http://b.example}{c}
\\begin{thebibliography}{9}\\bibitem{one} First\\bibitem{two} Second\\end{thebibliography}`;
  assert.equal(
    await latex(source),
    'A[^1] [2, p. 3] [x, y] [s] [c](http://b.example)\n\n# References\n\n1. First\n2. Second\n\n[^1]: B ' +
      '[http://a.example](http://a.example)',
  );
});

test('what is not read is warned of', async () => {
  const { warnings } = await parse(body('a \\input{other} \\begin{tikzpicture}\\draw;\\end{tikzpicture}'), LATEX);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['include_omitted', 'drawing_omitted'],
  );
});

test('a file of macros stays code, and one of white space is empty', async () => {
  assert.equal(await latex('\\newcommand{\\a}{b}'), '```latex\n\\newcommand{\\a}{b}\n```');
  await assertFails(parse(' \n', LATEX), 'empty');
});

test('macros that double each other end at a limit', async () => {
  const names = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const macros = names.slice(1).map((name, index) => `\\def\\x${name}{\\x${names[index]} \\x${names[index]} }`);
  const { markdown, warnings } = await parse(`\\def\\xa{word}${macros.join('')}\\xz \\def\\y{\\y y}\\y`, LATEX);
  assert.ok(markdown.length < 1_000_000);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['macros_omitted'],
  );
});

test('nesting without end is read as its content', async () => {
  for (const piece of ['{', '\\emph{', '\\footnote{', '\\begin{quote}', '\\section{', '\\']) {
    const { markdown } = await parse(`a ${piece.repeat(100_000)} z`, LATEX);
    assert.ok(markdown.length > 1, piece);
  }
});
