/**
 * The generators of generators.ts, for what chooses one: that file loads the texts of Faker, a tenth of what a process
 * takes to start.
 */

export const LOCALES = ['en', 'de', 'es', 'fr', 'ja'] as const;
export type Locale = (typeof LOCALES)[number];

/** What a generator makes: texts, or numbers that need not be whole. */
export const MAKES = {
  'person.full_name': 'text',
  'person.first_name': 'text',
  'person.last_name': 'text',
  'person.job_title': 'text',
  'internet.email': 'text',
  'internet.user_name': 'text',
  'internet.domain': 'text',
  'internet.url': 'text',
  'internet.ipv4': 'text',
  'phone.number': 'text',
  'company.name': 'text',
  'commerce.product_name': 'text',
  'commerce.department': 'text',
  'location.street_address': 'text',
  'location.city': 'text',
  'location.postal_code': 'text',
  'location.country': 'text',
  'location.country_code': 'text',
  'location.latitude': 'number',
  'location.longitude': 'number',
  'finance.iban': 'text',
  'finance.currency_code': 'text',
  'finance.amount': 'number',
  'date.past': 'text',
  'date.future': 'text',
  'date.birth': 'text',
  'date.past_time': 'text',
  'lorem.word': 'text',
  'lorem.sentence': 'text',
  'lorem.paragraph': 'text',
  uuid: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'number'>>;
export type GeneratorName = keyof typeof MAKES;
export const GENERATORS: readonly string[] = Object.keys(MAKES);

const EXAMPLES: Readonly<Record<'text' | 'number', unknown>> = { text: 'text', number: 0.5 };

/** A value of the type that a generator makes. */
export const exampleOf = (name: string): unknown => EXAMPLES[MAKES[named(name)]];

/** The generator of this name; throws when there is none. */
export function named(name: string): GeneratorName {
  if (!isGenerator(name)) throw new Error(`There is no generator ${name}.`);
  return name;
}

const isGenerator = (name: string): name is GeneratorName => Object.hasOwn(MAKES, name);
