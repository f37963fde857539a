import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productFacts, withFacts } from '../../../../engines/parse/web_reader/product-facts.ts';
import { writeBlocks } from '../../../../engines/parse/documents/markdown/blocks.ts';
import { text } from '../../../../engines/parse/documents/markdown/model.ts';

test('facts of a product are read from any form of its offers', () => {
  const offer = { '@type': 'Offer', price: 12.5, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' };
  const facts = { name: 'Millstone', brand: 'Tide & Co', price: '12.5 EUR', availability: 'InStock' };
  const product = { '@type': 'Product', name: 'Millstone', brand: { name: 'Tide &amp; Co' } };
  assert.deepEqual(productFacts([{ ...product, offers: offer }]), facts);
  assert.deepEqual(productFacts([{ ...product, offers: [offer] }]), facts);
  assert.equal(productFacts([{ offers: { lowPrice: '9', priceCurrency: 'EUR' } }])['price'], '9 EUR');
  assert.equal(productFacts([{ aggregateRating: { ratingValue: 4.5 } }])['rating'], '4.5 of 5');
});

test('the product with a price is that of the page', () => {
  assert.equal(productFacts([{ name: 'Similar' }, { name: 'Own', offers: { price: '1' } }])['name'], 'Own');
  assert.deepEqual(productFacts([]), {});
});

test('values of other types are ignored', () => {
  assert.deepEqual(productFacts([{ name: ['a'], offers: 'none', brand: 3, sku: { a: 1 } }]), { brand: '3' });
});

test('facts that the text lacks are added below the title', () => {
  const blocks = [
    { kind: 'heading', level: 1, content: [text('Millstone')] },
    { kind: 'paragraph', content: [text('A stone for 12.50 €.')] },
  ] as const;
  assert.equal(
    writeBlocks(withFacts(blocks, { price: '12.50 EUR', brand: 'Tide' })),
    '# Millstone\n\n**Brand:** Tide\n\nA stone for 12.50 €.',
  );
  assert.deepEqual(withFacts(blocks, {}), blocks);
});
