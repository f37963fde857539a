/** What numbers in tables look like: signs and units may stand beside the digits. */

import type { Word } from '../page/word.ts';

export const isNumber = ({ text }: Word): boolean => /\d/.test(text) && !/\p{L}/u.test(text);
