/** A source as bytes in the object store, however it came there. */
import { Type } from 'typebox';
import { OrNull } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import type { ArchiveFileRef } from './locator.ts';
import { AccessPolicySchema } from '../access/policy.ts';

/** The picture of a page as an image of its document. */
export const SCREENSHOT = { name: 'screenshot.png', media_type: 'image/png', page: null } as const;

/** Its code may be one that this release no longer has. */
export const WarningSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  page: OrNull(Type.Integer()),
});
/** What is remembered of a fetched source: no picture, which a browser takes anew for each request. */
export const StoredSourceSchema = Type.Object({
  /** Key in the object store. */
  key: Type.String(),
  /** Detected from the bytes. */
  media_type: Type.String(),
  charset: OrNull(Type.String()),
  /** URL after redirects; `null` for stored objects. */
  final_url: OrNull(Type.String()),
  fetched_at: OrNull(Type.String()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  /** The stored object, with the policy that the document inherits; `null` for fetched sources. */
  object: OrNull(Type.Object({ id: Type.String(), access_policy: AccessPolicySchema })),
  /** Warnings about how the bytes were obtained. */
  warnings: Type.Array(WarningSchema),
});

/** A stored source, ready for an engine. */
export type StoredSource = Stored<typeof StoredSourceSchema> & {
  /** A picture of the page (PNG), in the object store; absent without one. */
  readonly screenshot?: { readonly key: string; readonly bytes: number };
  /** Of a file of an archive: where its name is. */
  readonly archive_file?: ArchiveFileRef;
};
