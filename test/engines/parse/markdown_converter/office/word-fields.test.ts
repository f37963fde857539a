import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx } from '../../../../support/documents/docx.ts';
import { DOCX, markdownOf } from '../../../../support/documents/parse.ts';

const run = (content: string): string => `<w:r>${content}</w:r>`;
const words = (text: string): string => run(`<w:t xml:space="preserve">${text}</w:t>`);
const mark = (type: string, content = ''): string => run(`<w:fldChar w:fldCharType="${type}">${content}</w:fldChar>`);
const field = (instruction: string, { data = '', result }: { data?: string; result?: string } = {}): string =>
  mark('begin', data) +
  run(`<w:instrText xml:space="preserve"> ${instruction} </w:instrText>`) +
  (result === undefined ? '' : mark('separate') + result) +
  mark('end');
const lines = (...paragraphs: string[]): Promise<string> =>
  markdownOf(makeDocx(paragraphs.map((content) => `<w:p>${content}</w:p>`).join('')), { mediaType: DOCX });

test('the chosen entry of a list is in the data of its field', async () => {
  const list = (chosen: string): string =>
    `<w:ffData><w:ddList>${chosen}<w:listEntry w:val="Monthly"/><w:listEntry w:val="Yearly"/></w:ddList></w:ffData>`;
  const shown = (chosen: string, result?: string): Promise<string> =>
    lines(words('Due: ') + field('FORMDROPDOWN', { data: list(chosen), ...(result !== undefined && { result }) }));
  assert.equal(await shown('<w:result w:val="1"/>'), 'Due: Yearly');
  assert.equal(await shown('<w:default w:val="1"/>'), 'Due: Yearly');
  assert.equal(await shown(''), 'Due: Monthly');
  assert.equal(await shown('<w:result w:val="1"/>', words('Yearly')), 'Due: Yearly');
});

test('fields that number paragraphs and clauses count', async () => {
  assert.equal(
    await lines(field('AUTONUM') + words(' A'), field('AUTONUM', { result: '' }) + words(' B')),
    '1\\. A\n\n2\\. B',
  );
  assert.equal(await lines(field('AUTONUMLGL \\e') + words(' A')), '1 A');
  const clause = (more: string): string => field(`LISTNUM ${more}`);
  assert.equal(
    await lines(clause('NumberDefault \\l 5') + words(' a, ') + clause('NumberDefault \\l 5') + words(' b')),
    '(a) a, (b) b',
  );
  assert.equal(
    await lines(clause('LegalDefault') + words(' x ') + clause('LegalDefault \\l 2') + clause('OutlineDefault \\s 4')),
    '1\\. x 1.1.IV.',
  );
});

test('symbols, buttons and what simple fields lack', async () => {
  assert.equal(await lines(field('SYMBOL 252 \\f "Wingdings" \\s 12') + field('SYMBOL 163')), '✓£');
  assert.equal(await lines(words('Dear ') + field('MACROBUTTON NoMacro [your name]')), 'Dear [your name]');
  assert.equal(await lines('<w:fldSimple w:instr=" SYMBOL 0x41 "/>'), 'A');
  assert.equal(await lines(words('a') + field('XE "index"') + field('TC "entry"') + words('b')), 'ab');
});

test('equation fields are LaTeX, layouts of characters are text', async () => {
  assert.equal(await lines(words('x ') + field('EQ \\f(1,\\r(3,a(b)))')), 'x $\\frac{1}{\\sqrt[3]{a(b)}}$');
  assert.equal(await lines(words('x ') + field('EQ y\\s\\up8(2)+\\i\\su(1,n,k)')), 'x $y^{2}+\\sum_{1}^{n}{k}$');
  assert.equal(await lines(words('Step ') + field('EQ \\o\\ac(○,3)')), 'Step ③');
  assert.equal(
    await lines(field('EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字)')),
    '漢字(かんじ)',
  );
  await lines(words('end') + field(`EQ ${'\\f('.repeat(5000)}`));
  assert.equal(await lines(field(`EQ ${'\\o('.repeat(19)}a${')'.repeat(19)}`)), 'a');
});
