/** Words of names that are set aside or have several forms. English, and the legal forms of other languages. */
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** A map, since names may have words such as "constructor", which every object has as a member. */
const formsOf = (forms: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(forms));

/** Words such as "of", around which others may be turned. */
export const LINKS = setOf('of and the for de la le les du des di da del der die das und fur et y e von van in at on');
export const TITLES = setOf(
  'mr mrs ms miss dr prof professor sir dame lord lady rev reverend president senator king queen prince ' +
    'princess chancellor minister',
);
/** Legal forms that mean the same, by one of them. */
export const LEGAL_FORMS = formsOf({
  inc: 'inc',
  incorporated: 'inc',
  ltd: 'ltd',
  limited: 'ltd',
  llc: 'llc',
  llp: 'llp',
  plc: 'plc',
  corp: 'corp',
  corporation: 'corp',
  co: 'co',
  company: 'co',
  gmbh: 'gmbh',
  ag: 'ag',
  aktiengesellschaft: 'ag',
  sa: 'sa',
  se: 'se',
  sarl: 'sarl',
  srl: 'srl',
  spa: 'spa',
  nv: 'nv',
  bv: 'bv',
  ab: 'ab',
  oy: 'oy',
  asa: 'asa',
  kk: 'kk',
  jsc: 'jsc',
  ojsc: 'jsc',
  oao: 'jsc',
  ooo: 'llc',
});
/** Ways of writing a word, by the one that is compared. */
export const SPELLINGS = formsOf({
  st: 'saint',
  mt: 'mount',
  ft: 'fort',
  univ: 'university',
  intl: 'international',
  int: 'international',
  dept: 'department',
  govt: 'government',
  natl: 'national',
  assoc: 'association',
  bros: 'brothers',
  inst: 'institute',
  tech: 'technology',
  centre: 'center',
  theatre: 'theater',
  harbour: 'harbor',
  colour: 'color',
  labour: 'labor',
  defence: 'defense',
  organisation: 'organization',
  usa: 'us',
});
/** Numbers and numerals in digits. */
export const NUMBERS = formsOf({
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
  seventh: '7',
  eighth: '8',
  ninth: '9',
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  xi: '11',
  xii: '12',
  xiii: '13',
  xiv: '14',
  xv: '15',
  xvi: '16',
  jr: 'junior',
  junior: 'junior',
  sr: 'senior',
  senior: 'senior',
});
/** Numerals that are initials, except behind a name. */
export const LAST_NUMERALS = formsOf({ i: '1', v: '5', x: '10' });
