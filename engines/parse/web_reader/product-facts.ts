/** Facts of a product as its page states them in JSON-LD. */
import { isObject } from '../../../platform/is-object.ts';
import { textContent } from '../documents/html/dom.ts';
import type { JsonObject } from '../documents/html/json-ld.ts';
import { parseHtml } from '../documents/html/parse.ts';
import { writeBlocks } from '../documents/markdown/blocks.ts';
import { PLAIN, text, type Block } from '../documents/markdown/model.ts';

/** Short texts by name: `name`, `price`, `brand`, `sku`, `availability`, `rating`. */
export type ProductFacts = Readonly<Record<string, string>>;

const MAX_LENGTH = 200;

/** Of the first product that has a price, else of the first; empty when the page states none. */
export function productFacts(products: readonly JsonObject[]): ProductFacts {
  const all = products.slice(0, 50).map(factsOf);
  return all.find(({ price }) => price !== undefined) ?? all[0] ?? {};
}

/** The description of the first product that has one, as the page wrote it; variants and related products follow it. */
export function statedDescription(products: readonly JsonObject[]): string[] {
  const all = products.map((product) => product['description']).filter((value) => typeof value === 'string');
  return all.slice(0, 1);
}

/** Adds the price and the brand below the title, where the text does not have them. */
export function withFacts(blocks: readonly Block[], { price, brand }: ProductFacts): Block[] {
  const written = writeBlocks(blocks);
  const missing = [
    { label: 'Price', value: price, sign: price?.split(' ', 1)[0] },
    { label: 'Brand', value: brand, sign: brand },
  ].flatMap(({ label, value, sign }): Block[] =>
    value === undefined || sign === undefined || written.includes(sign)
      ? []
      : [{ kind: 'paragraph', content: [text(`${label}: `, { ...PLAIN, bold: true }), text(value)] }],
  );
  return blocks.toSpliced(
    blocks.findIndex((block) => block.kind === 'heading' && block.level === 1) + 1,
    0,
    ...missing,
  );
}

function factsOf(product: JsonObject): ProductFacts {
  const offer = first(product['offers']);
  const rating = first(product['aggregateRating']);
  const price =
    textOf(offer['price']) ?? textOf(offer['lowPrice']) ?? textOf(first(offer['priceSpecification'])['price']);
  const currency = textOf(offer['priceCurrency']) ?? textOf(first(offer['priceSpecification'])['priceCurrency']);
  const stars = textOf(rating['ratingValue']);
  const facts = {
    name: textOf(product['name']),
    price: price === null ? null : [price, currency].filter(Boolean).join(' '),
    brand: textOf(product['brand']) ?? textOf(first(product['brand'])['name']),
    sku: textOf(product['sku']) ?? textOf(product['mpn']),
    // A term of schema.org: `https://schema.org/InStock`.
    availability: textOf(offer['availability'])?.split('/').pop() ?? null,
    rating: stars === null ? null : `${stars} of ${textOf(rating['bestRating']) ?? '5'}`,
  };
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** The first object of one or many, or an empty one. */
function first(value: unknown): JsonObject {
  const [one]: unknown[] = Array.isArray(value) ? value : [value];
  return isObject(one) ? one : {};
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const short = value.slice(0, MAX_LENGTH);
  const plain = (short.includes('&') ? textContent(parseHtml(short)) : short).replace(/\s+/g, ' ').trim();
  return plain === '' ? null : plain;
}
