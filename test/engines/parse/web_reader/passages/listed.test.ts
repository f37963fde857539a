import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../../../engines/parse/documents/html/parse.ts';
import { measurePage } from '../../../../../engines/parse/web_reader/measures/page-measures.ts';
import { lacksList, listedPassages } from '../../../../../engines/parse/web_reader/passages/listed.ts';

const ITEMS = ['500 g coarse flour', '1 1/2 cups water', 'salt', '2 tsp dry yeast'];

function listsOf(body: string, stated: object = { recipeIngredient: ITEMS }): string[][] {
  const script = `<script type="application/ld+json">${JSON.stringify(stated)}</script>`;
  const measures = measurePage(parseHtml(`<body>${script}${body}</body>`, { scripts: false }), null);
  assert.ok(measures);
  return listedPassages(measures).map((list) => list.map(({ text }) => text));
}

test('passages that say stated ingredients are found, with what they add', () => {
  const list =
    '<ul><li>500 g coarse flour, sifted<li>1½ cups water (cold water)<li>Salt<li>2 tsp. <b>dry</b> yeast</ul>';
  assert.deepEqual(listsOf(`<p>Salt and pepper mills</p>${list}<p>More dry bread</p>`), [
    ['500 g coarse flour, sifted', 'Salt', '2 tsp. dry yeast'],
  ]);
});

test('a list that the page hides is not shown', () => {
  const list = ITEMS.map((item) => `<li>${item}`).join('');
  assert.deepEqual(listsOf(`<p>Bread.</p><ul style="display: none">${list}</ul>`), []);
  assert.equal(listsOf(`<p>Bread.</p><ul class="widget">${list}</ul>`).length, 1);
});

test('steps and ingredients are lists of their own; steps may be objects in sections', () => {
  const steps = ['Mix the flour with water.', 'Let it rest for a night.', 'Bake it for an hour.'];
  const stated = {
    '@type': 'Recipe',
    recipeIngredient: ITEMS,
    recipeInstructions: [
      { '@type': 'HowToSection', itemListElement: steps.map((text) => ({ '@type': 'HowToStep', text })) },
    ],
  };
  const shown = steps.map((step) => `<p>${step}</p>`).join('');
  assert.deepEqual(listsOf(shown, stated), [steps]);
  assert.deepEqual(listsOf('<p>Mix the flour with water.</p>', stated), []);
});

test('a recipe that is named, and that the page is not about, has no lists', () => {
  const news = `<h1>Parliament votes on the budget</h1><p>It passed.</p><aside><ul><li>${ITEMS.join('<li>')}</ul></aside>`;
  assert.deepEqual(listsOf(news, { name: 'Flat bread of the day', recipeIngredient: ITEMS }), []);
  assert.equal(listsOf(news, { recipeIngredient: ITEMS }).length, 1);
  const bread = news.replace('Parliament votes on the budget', 'How we bake flat bread');
  assert.equal(listsOf(bread, { name: 'Flat bread of the day', recipeIngredient: ITEMS }).length, 1);
});

test('a text that has half of a list has it', () => {
  const measures = measurePage(
    parseHtml(
      '<body><script ' +
        `type="application/ld+json">${JSON.stringify({ ingredients: ITEMS })}</script><ul><li>${ITEMS.join('<li>')}</ul></body>`,
      { scripts: false },
    ),
    null,
  );
  assert.ok(measures);
  const lists = listedPassages(measures);
  assert.equal(lists.length, 1);
  assert.equal(lacksList('- 500 g [coarse](x.html) flour\n- Salt', lists), false);
  assert.equal(lacksList('Salt is all.', lists), true);
  assert.equal(lacksList('', []), false);
});
