/** Superscripts and subscripts: smaller characters that are raised or lowered beside a larger one. */

import { textLinesOf } from '../../lines/text-lines.ts';
import { greatest } from '../../page/geometry.ts';
import type { Glyph } from '../../page/glyph.ts';
import { marked } from '../../page/marks.ts';
import type { Word } from '../../page/word.ts';
import { inLetters } from '../glyphs/ligatures.ts';

/** Size of a script relative to its base: smaller text is beside a drop cap, larger text a small capital. */
const MIN_SIZE = 0.45;
const MAX_SIZE = 0.85;
/** How far, in em of the base, a script is at least raised or lowered, and at most. */
const MIN_RAISED = 0.12;
const MIN_LOWERED = 0.06;
const MAX_SHIFT = 0.65;
/** A longer passage is a text of its own; one without letters, digits and signs of notes is a bullet or an ornament. */
const MAX_LENGTH = 30;
const SCRIPT = /[\p{L}\p{N}*†‡§¶#+−-]/u;
/** Largest gap between a base and its script, in em of the base: less than two spaces. */
const MAX_GAP = 0.4;

type Script = 'sup' | 'sub' | null;

/** The words, with the marks of their scripts. */
export function withScripts(words: readonly Word[]): readonly Word[] {
  const largest = greatest(words.map(({ fontSize }) => fontSize));
  const isOfOneSize = words.every(({ glyphs }) => glyphs.every(({ style }) => style.fontSize > MAX_SIZE * largest));
  if (isOfOneSize) return words;
  // Some producers draw all scripts of a page last.
  const scripts = scriptsOf(textLinesOf(words).flatMap((line) => line.words.flatMap(({ glyphs }) => glyphs)));
  if (scripts.size === 0) return words;
  return words.map((word) =>
    !word.rightToLeft && word.glyphs.some((glyph) => scripts.has(glyph))
      ? { ...word, marked: markedText(word.glyphs, scripts) }
      : word,
  );
}

/** The scripts among characters in the order of lines: of a smaller run the one before is the base, else the one after. */
function scriptsOf(glyphs: readonly Glyph[]): Map<Glyph, 'sup' | 'sub'> {
  const scripts = new Map<Glyph, 'sup' | 'sub'>();
  let base: Glyph | null = null;
  let run: Glyph[] = [];
  const close = (next: Glyph | null): void => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return;
    const isShort = run.length <= MAX_LENGTH && run.some(({ text }) => SCRIPT.test(text));
    const script = isShort
      ? ((base && scriptOn(base, first, first.x0 - base.x1)) ?? (next && scriptOn(next, last, next.x0 - last.x1)))
      : null;
    if (script !== null) for (const glyph of run) scripts.set(glyph, script);
    else base = last;
    run = [];
  };
  for (const glyph of glyphs) {
    const last = run.at(-1);
    if (last !== undefined && !isAlike(last, glyph)) close(glyph);
    run.push(glyph);
  }
  close(null);
  return scripts;
}

/** Whether two characters are of one size on one line. */
const isAlike = (one: Glyph, other: Glyph): boolean =>
  one.style.fontSize === other.style.fontSize && Math.abs(one.baseline - other.baseline) < 0.05 * one.style.fontSize;

function scriptOn(base: Glyph, glyph: Glyph, gap: number): Script {
  const em = base.style.fontSize;
  const size = glyph.style.fontSize / em;
  const raised = (base.baseline - glyph.baseline) / em;
  if (size < MIN_SIZE || size > MAX_SIZE || Math.abs(raised) > MAX_SHIFT || Math.abs(gap) > MAX_GAP * em) return null;
  if (raised >= MIN_RAISED) return 'sup';
  return raised <= -MIN_LOWERED ? 'sub' : null;
}

function markedText(glyphs: readonly Glyph[], scripts: ReadonlyMap<Glyph, 'sup' | 'sub'>): string {
  const parts: { script: Script; text: string }[] = [];
  for (const glyph of glyphs) {
    const script = scripts.get(glyph) ?? null;
    const last = parts.at(-1);
    if (last?.script === script) last.text += glyph.text;
    else parts.push({ script, text: glyph.text });
  }
  return parts
    .map(({ script, text }) => (script === null ? inLetters(text) : marked(inLetters(text), script)))
    .join('');
}
