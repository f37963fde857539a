import { Type } from 'typebox';
import type { Static } from 'typebox';
import { OrNull } from '../../platform/stored.ts';
import { AccessPolicySchema } from '../access/policy.ts';
import type { AccessPolicy } from '../access/policy.ts';

/** The picture of a page as an image of its document. */
export const SCREENSHOT = { name: 'screenshot.png', media_type: 'image/png', page: null } as const;

/** A stored source, ready for an engine. */
export interface StoredSource {
  /** Key in the object store. */
  readonly key: string;
  /** Detected from the bytes. */
  readonly media_type: string;
  readonly charset: string | null;
  /** URL after redirects; `null` for stored objects. */
  readonly final_url: string | null;
  readonly fetched_at: string | null;
  readonly bytes: number;
  readonly sha256: string;
  /** The stored object, with the policy that the document inherits; `null` for fetched sources. */
  readonly object: { readonly id: string; readonly access_policy: AccessPolicy } | null;
  /** Warnings about how the bytes were obtained. */
  readonly warnings: readonly StoredWarning[];
  /** A picture of the page (PNG), in the object store; absent without one. */
  readonly screenshot?: { readonly key: string; readonly bytes: number };
}

export const WarningSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  page: OrNull(Type.Integer()),
});
/** Its code may be one that this release no longer has. */
export type StoredWarning = Readonly<Static<typeof WarningSchema>>;

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
