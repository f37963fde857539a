/** Realistic values by name: a chosen part of Faker, whose values a seed decides. */
import type { Faker } from '@faker-js/faker';
import { faker as de } from '@faker-js/faker/locale/de';
import { faker as en } from '@faker-js/faker/locale/en';
import { faker as es } from '@faker-js/faker/locale/es';
import { faker as fr } from '@faker-js/faker/locale/fr';
import { faker as ja } from '@faker-js/faker/locale/ja';
import { named } from './generator-names.ts';
import type { GeneratorName, Locale, MAKES } from './generator-names.ts';

const FAKERS: Readonly<Record<Locale, Faker>> = { en, de, es, fr, ja };

/** Dates count from here: a clock would make each run different. */
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z';
const dayOf = (date: Date): string => date.toISOString().slice(0, 'yyyy-mm-dd'.length);

interface Values {
  readonly text: string;
  readonly number: number;
}

const BY_NAME: { readonly [Name in GeneratorName]: (faker: Faker) => Values[(typeof MAKES)[Name]] } = {
  'person.full_name': ({ person }) => person.fullName(),
  'person.first_name': ({ person }) => person.firstName(),
  'person.last_name': ({ person }) => person.lastName(),
  'person.job_title': ({ person }) => person.jobTitle(),
  'internet.email': ({ internet }) => internet.exampleEmail(),
  'internet.user_name': ({ internet }) => internet.username(),
  'internet.domain': ({ internet }) => `${internet.domainWord()}.example`,
  'internet.url': ({ internet }) => `https://${internet.domainWord()}.example/`,
  'internet.ipv4': ({ internet }) => internet.ipv4(),
  'phone.number': ({ phone }) => phone.number(),
  'company.name': ({ company }) => company.name(),
  'commerce.product_name': ({ commerce }) => commerce.productName(),
  'commerce.department': ({ commerce }) => commerce.department(),
  'location.street_address': ({ location }) => location.streetAddress(),
  'location.city': ({ location }) => location.city(),
  'location.postal_code': ({ location }) => location.zipCode(),
  'location.country': ({ location }) => location.country(),
  'location.country_code': ({ location }) => location.countryCode(),
  'location.latitude': ({ location }) => location.latitude(),
  'location.longitude': ({ location }) => location.longitude(),
  'finance.iban': ({ finance }) => finance.iban(),
  'finance.currency_code': ({ finance }) => finance.currencyCode(),
  'finance.amount': ({ finance }) => Number(finance.amount()),
  'date.past': ({ date }) => dayOf(date.past({ years: 5 })),
  'date.future': ({ date }) => dayOf(date.future({ years: 5 })),
  'date.birth': ({ date }) => dayOf(date.birthdate({ min: 18, max: 90, mode: 'age' })),
  'date.past_time': ({ date }) => date.past({ years: 5 }).toISOString(),
  'lorem.word': ({ lorem }) => lorem.word(),
  'lorem.sentence': ({ lorem }) => lorem.sentence(),
  'lorem.paragraph': ({ lorem }) => lorem.paragraph(),
  uuid: ({ string }) => string.uuid(),
};

/** A value of a generator. Addresses and numbers are of reserved domains where there are some, never of real people. */
export function generate(name: string, locale: Locale, seed: number): unknown {
  const faker = FAKERS[locale];
  faker.seed(seed);
  faker.setDefaultRefDate(REFERENCE_DATE);
  return BY_NAME[named(name)](faker);
}
