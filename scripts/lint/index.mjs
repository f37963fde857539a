/** The lint rules of this project. */
import { layers } from './layers.mjs';
import { linearRegexp } from './linear-regexp.mjs';

export default { meta: { name: 'tidemill' }, rules: { layers, 'linear-regexp': linearRegexp } };
