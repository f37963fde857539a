/** Short forms of given names. */
const NICKNAMES: ReadonlyMap<string, ReadonlySet<string>> = nicknames(
  'william bill will billy willy|robert bob rob bobby|richard dick rick richie|james jim jimmy jamie|john jack ' +
    'johnny|edward ed ted eddie teddy|' +
    'elizabeth liz beth betty lizzie eliza|margaret maggie meg peggy|katherine kate kathy katie kitty|thomas ' +
    'tom tommy|michael mike mick|' +
    'joseph joe joey|charles charlie chuck|daniel dan danny|david dave|samuel sam sammy|benjamin ben ' +
    'benny|alexander alex sasha|anthony tony|' +
    'christopher chris|matthew matt|nicholas nick|patrick pat paddy|stephen steve|steven steve|andrew andy ' +
    'drew|gregory greg|jeffrey jeff|' +
    'kenneth ken|lawrence larry|leonard leo len|ronald ron|timothy tim|walter walt|susan sue|deborah debbie ' +
    'deb|jennifer jenny jen|' +
    'victoria vicky|rebecca becky|pamela pam|theodore ted theo|frederick fred freddie|albert al bert|gerald ' +
    'gerry|donald don|philip phil|' +
    'douglas doug|raymond ray|vincent vince|zachary zach|jonathan jon|francis frank|eugene gene|martin ' +
    'marty|harold harry hal',
);

function nicknames(groups: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const group of groups.split('|')) {
    const [name = '', ...short] = group.split(' ');
    for (const one of short) known.set(one, (known.get(one) ?? new Set()).add(name));
  }
  return known;
}

/** Whether one is a short form of the other, as "Bill" of "William". */
export const isNickname = (one: string, other: string): boolean =>
  NICKNAMES.get(one)?.has(other) === true || NICKNAMES.get(other)?.has(one) === true;
