/** The further senses of a name, as they are stored. */
import { Type } from 'typebox';
import { decoder } from '../../../../platform/stored-json.ts';

/** By each sense of a name after the first: the documents that mean it. In all others, the name means the first. */
export type FurtherSenses = readonly (readonly string[])[];
export const sensesIn = decoder('The senses of a name', Type.Array(Type.Array(Type.String())));
