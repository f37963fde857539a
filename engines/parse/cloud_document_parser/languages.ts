/** Languages of the provider's text recognition, by its own names; others are left to its detection. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'af az bs cs cy da de en es et fr ga hr hu id is it ku la lt lv mi ms mt nl no oc pl pt ro sk sl sq sv sw tl tr uz vi ' +
    'ar fa ug ur bn as ru be bg uk mn hi mr ne sa th ja ko ta te kn'
  ).split(' '),
);

/** Primary subtags with another name at the provider. */
const RENAMED: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' };

/** Translates BCP 47 tags into the provider's names, without duplicates. */
export function providerLanguages(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => providerLanguage(tag.toLowerCase()) ?? []))];
}

function providerLanguage(tag: string): string | null {
  const [primary = '', ...subtags] = tag.split('-');
  if (primary === 'zh') return subtags.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'ch_tra' : 'ch_sim';
  if (primary === 'sr') return subtags.includes('latn') ? 'rs_latin' : 'rs_cyrillic';
  const name = RENAMED[primary] ?? primary;
  return KNOWN.has(name) ? name : null;
}
