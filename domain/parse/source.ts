import { Type } from 'typebox';
import type { ParseWarning } from '../../engines/parse/types.ts';
import { OrNull } from '../../platform/stored.ts';
import { AccessPolicySchema } from '../access/policy.ts';
import type { AccessPolicy } from '../access/policy.ts';

/** Bytes at rest, ready for an engine. */
export interface StoredSource {
  /** Key in the object store. */
  readonly key: string;
  /** Sniffed from the bytes. */
  readonly media_type: string;
  readonly charset: string | null;
  /** Address after redirects; `null` for stored objects. */
  readonly final_url: string | null;
  readonly fetched_at: string | null;
  readonly bytes: number;
  readonly sha256: string;
  /** The stored object it is, with the policy that the document inherits; `null` for what was fetched. */
  readonly object: { readonly id: string; readonly access_policy: AccessPolicy } | null;
  /** What the reader should know of how the bytes came about. */
  readonly warnings: readonly ParseWarning[];
}

export const WarningSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  page: OrNull(Type.Integer()),
});

export const StoredSourceSchema = Type.Object({
  key: Type.String(),
  media_type: Type.String(),
  charset: OrNull(Type.String()),
  final_url: OrNull(Type.String()),
  fetched_at: OrNull(Type.String()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  object: OrNull(Type.Object({ id: Type.String(), access_policy: AccessPolicySchema })),
  warnings: Type.Array(WarningSchema),
});
