/** The lint rules of this project. */
import { layers } from './layers.mjs';
import { linearRegexp } from './linear-regexp.mjs';
import { tables } from './tables.mjs';

export default { meta: { name: 'tidemill' }, rules: { layers, 'linear-regexp': linearRegexp, tables } };
