/** The lint rules of this project. */
import { doors } from './doors.mjs';
import { layers } from './layers.mjs';
import { linearRegexp } from './linear-regexp.mjs';
import { tables } from './tables.mjs';

export default { meta: { name: 'tidemill' }, rules: { doors, layers, 'linear-regexp': linearRegexp, tables } };
