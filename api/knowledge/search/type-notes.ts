/** For which types of search something is, in the descriptions of the contract. */
import { SEARCH_TYPES, typesWith, takesMember } from '../../../domain/knowledge/search/index.ts';
import type { SearchMember, SearchRules } from '../../../domain/knowledge/search/index.ts';

const list = new Intl.ListFormat('en-GB');

/** The types as a description names them. */
export const named = (has: (rules: SearchRules) => boolean): string =>
  list.format(typesWith(has).map((type) => `\`${type}\``));

/** "Only with …", or, if that is shorter, "Not with …". */
export const onlyWith = (has: (rules: SearchRules) => boolean): string =>
  typesWith(has).length > SEARCH_TYPES.length / 2
    ? `Not with ${named((rules) => !has(rules))}`
    : `Only with ${named(has)}`;

/** Of a member of requests, and of what responses have because of it. */
export const onlyTaking = (member: SearchMember): string => onlyWith((rules) => takesMember(rules, member));
