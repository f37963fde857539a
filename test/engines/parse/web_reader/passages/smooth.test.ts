import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { smoothScores } from '../../../../../engines/parse/web_reader/passages/smooth.ts';
import { passageViews } from '../../../../../engines/parse/web_reader/passages/views.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';

/** Smoothed scores by the text of passages; those with an x in their text have the score 1, the others 0. */
function smoothed(html: string): Map<string, number> {
  const measures = measurePage(parseHtml(html, { scripts: false }), null);
  assert.ok(measures);
  const views = passageViews(measures);
  const scores = smoothScores(
    views,
    views.map(({ passage }) => Number(passage.text.includes('x'))),
  );
  return new Map(views.map(({ passage }, index) => [passage.text, scores[index] ?? Number.NaN]));
}

const FAR = '<p>far</p>'.repeat(6);

test('what looks like content elsewhere on the page is more likely content', () => {
  const card = (name: string, text: string): string => `<div class="${name}"><span>${text}</span></div>`;
  const scores = smoothed(`${card('card-1', 'x one')}${card('card-2', 'x two')}${FAR}${card('card-3', 'three')}${FAR}`);
  const other = smoothed(`${card('card-1', 'x one')}${card('card-2', 'x two')}${FAR}${card('other', 'three')}${FAR}`);
  assert.ok((scores.get('three') ?? 0) > (other.get('three') ?? 0) + 0.1);
});

test('what stands in a part of much content is more likely content', () => {
  const part = (text: string): string => {
    const paragraph = `<p>${text} ${'word '.repeat(60)}</p>`;
    return `<section>${paragraph.repeat(6)}${FAR}<h3>last</h3></section>`;
  };
  assert.ok((smoothed(part('x')).get('last') ?? 0) > (smoothed(part('y')).get('last') ?? 0) + 0.1);
});

test('neighbours count', () => {
  const scores = smoothed(`<h2>near</h2><p>x</p>${FAR}<h3>apart</h3>`);
  assert.ok((scores.get('near') ?? 0) > (scores.get('apart') ?? 0));
});
