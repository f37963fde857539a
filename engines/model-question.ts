/** What engines ask a language model, in a form that its endpoint checks. */
import { Type } from 'typebox';
import type { Static, TObject, TProperties, TSchema } from 'typebox';

export interface ModelQuestion<S extends TSchema = TSchema> {
  /** Of the schema, for the endpoint: letters, digits and underscores. */
  readonly name: string;
  readonly instructions: string;
  /** Texts of users, between tags that they cannot close (`asData`). */
  readonly data: string;
  readonly schema: S;
  readonly maxTokens: number;
}

/** Rejects as the calls of `Models` do, also when the output does not match its schema even after one repair. */
export type AskModel = <S extends TSchema>(question: ModelQuestion<S>) => Promise<Static<S>>;

/** An object without other members, whose members are written in this order: reasons before verdicts. */
export const closed = <P extends TProperties>(members: P): TObject<P> =>
  Type.Object(members, { additionalProperties: false });
