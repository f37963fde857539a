/** The documents of the further bearers of a name, as they are stored. */
import { Type } from 'typebox';
import { decoder } from '../../../platform/stored.ts';

/** By each further entity of a name: the documents that mean it. */
export type Senses = readonly (readonly string[])[];
export const sensesIn = decoder('The senses of a name', Type.Array(Type.Array(Type.String())));
