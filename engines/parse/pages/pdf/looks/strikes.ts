/** Words that a drawn line strikes out. */

import type { Rule } from '../../page/drawings.ts';
import { greatest, least } from '../../page/geometry.ts';
import { marked } from '../../page/marks.ts';
import type { Word } from '../../page/word.ts';

/** Where a line through a word is, in em above its baseline: lower ones underline it, higher ones are over it. */
const LOWEST = 0.12;
const HIGHEST = 0.45;
/** How far, in em, the line may reach beyond its words: lines of tables and drawings reach further. */
const MAX_BEYOND = 0.5;
/** Share of a word that the line must cover: one to the next word ends in the space between them. */
const MIN_COVERED = 0.6;
/** Points of one step of height, and lines in it: more are a drawing. */
const STEP = 4;
const MAX_RULES = 100;

/** The words with the marks of strokes through them, and the lines that strike none. */
export function withStrikes(
  words: readonly Word[],
  rules: readonly Rule[],
): { readonly words: readonly Word[]; readonly rules: readonly Rule[] } {
  const byStep = Map.groupBy(rules, ({ at }) => Math.floor(at / STEP));
  const through = new Map<Rule, Word[]>();
  for (const word of words) {
    for (const rule of rulesThrough(word, byStep)) {
      const hit = through.get(rule);
      if (hit === undefined) through.set(rule, [word]);
      else hit.push(word);
    }
  }
  const strikes = [...through].filter(([rule, hit]) => endsWith(rule, hit));
  if (strikes.length === 0) return { words, rules };
  const struck = new Set(strikes.flatMap(([, hit]) => hit));
  const striking = new Set(strikes.map(([rule]) => rule));
  return {
    words: words.map((word) =>
      struck.has(word) ? { ...word, marked: marked(word.marked ?? word.text, 'struck') } : word,
    ),
    rules: rules.filter((rule) => !striking.has(rule)),
  };
}

function rulesThrough({ baseline, fontSize, x0, x1 }: Word, byStep: ReadonlyMap<number, readonly Rule[]>): Rule[] {
  const [top, bottom] = [baseline - HIGHEST * fontSize, baseline - LOWEST * fontSize];
  const found: Rule[] = [];
  for (let step = Math.floor(top / STEP); step <= Math.floor(bottom / STEP); step++) {
    const rules = byStep.get(step) ?? [];
    if (rules.length > MAX_RULES) continue;
    for (const rule of rules) {
      const covered = Math.min(x1, rule.to) - Math.max(x0, rule.from);
      if (rule.at >= top && rule.at <= bottom && covered >= MIN_COVERED * (x1 - x0)) found.push(rule);
    }
  }
  return found;
}

/** Whether the line starts and ends with its words. */
function endsWith({ from, to }: Rule, words: readonly Word[]): boolean {
  const beyond = MAX_BEYOND * greatest(words.map(({ fontSize }) => fontSize));
  return from > least(words.map(({ x0 }) => x0)) - beyond && to < greatest(words.map(({ x1 }) => x1)) + beyond;
}
