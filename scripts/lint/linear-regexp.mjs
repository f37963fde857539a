/**
 * A lint rule: every regular expression runs in time linear in its input. It reports patterns with quadratic or worse
 * backtracking (`\s*\n\s*`) and with quadratic search: a run that is retried from each of its characters (`\s+$`), or
 * an opener whose end is searched again from each opener (`<[^>]*>`).
 */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { isPotentiallyEmpty, toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

export const linearRegexp = {
  create(context) {
    const check = (node, source, flagText) => {
      const parser = new RegExpParser();
      const flags = parser.parseFlags(flagText);
      const pattern = parser.parsePattern(source, 0, undefined, {
        unicode: flags.unicode,
        unicodeSets: flags.unicodeSets,
      });
      const backtracking = analyse({ pattern, flags }, { assumeRejectingSuffix: true, reportTypes: { Move: false } });
      const moving = analyse({ pattern, flags }, { reportTypes: { Self: false, Trade: false, Move: !flags.sticky } });
      for (const { type, character } of [...backtracking.reports, ...moving.reports]) {
        const run = character.literal.source;
        context.report({ node, message: `Takes more than linear time (${type}) on text like /${run}+/.` });
      }
      visitRegExpAST(pattern, {
        onQuantifierEnter(quantifier) {
          if (!flags.sticky && searchesAgain(quantifier, flags)) {
            context.report({ node, message: `Repeats the search for the end of ${quantifier.raw} from each opener.` });
          }
        },
      });
    };
    /** Schema patterns, which the validator compiles with `u`. */
    const checkText = (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') check(node, node.value, 'u');
    };
    return {
      Literal(node) {
        if (node.regex !== undefined) check(node, node.regex.pattern, node.regex.flags);
      },
      Property(node) {
        if (node.key.name === 'pattern') checkText(node.value);
      },
      VariableDeclarator(node) {
        if (node.id.name?.endsWith('_PATTERN') && node.init) checkText(node.init);
      },
      NewExpression(node) {
        const [made] = node.arguments;
        if (node.callee.name !== 'RegExp' || made?.type === 'Identifier') return;
        context.report({ node, message: 'Cannot be checked: write a literal, or a constant named …_PATTERN.' });
      },
    };
  },
};

/** Whether what precedes a run can also occur within it, so that each position in it starts a search of the rest. */
function searchesAgain({ element, max, ...quantifier }, flags) {
  if (max !== Infinity || !isCharacter(element)) return false;
  const run = toUnicodeSet(element, flags);
  const { before, after } = surroundings(quantifier);
  const isOpened = before.some((part) => !isPotentiallyEmpty(part, flags));
  const canFail = after.some((part) => part.type === 'Assertion' || !isPotentiallyEmpty(part, flags));
  return isOpened && canFail && before.every((part) => fits(part, run, flags));
}

/** What precedes and follows an element, including in its enclosing groups. */
function surroundings({ start, end, parent }) {
  const before = [];
  const after = [];
  for (let at = parent; at !== null && at.type !== 'Pattern'; at = at.parent) {
    if (at.type !== 'Alternative') continue;
    before.push(...at.elements.filter((part) => part.end <= start));
    after.push(...at.elements.filter((part) => part.start >= end));
  }
  return { before, after };
}

const isCharacter = ({ type }) =>
  ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(type);

/** Whether a part can match within a run of characters. */
function fits(part, run, flags) {
  if (isCharacter(part)) return !toUnicodeSet(part, flags).isDisjointWith(run);
  switch (part.type) {
    case 'Quantifier':
      return part.min === 0 || fits(part.element, run, flags);
    case 'Group':
    case 'CapturingGroup':
      return part.alternatives.some(({ elements }) => elements.every((inner) => fits(inner, run, flags)));
    case 'Assertion':
      if (part.kind === 'start') return flags.multiline && run.chars.has(10);
      return part.kind !== 'lookbehind';
    default:
      return true;
  }
}
