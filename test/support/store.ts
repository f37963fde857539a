import { KEY_PREFIXES } from '../../domain/keys.ts';
import { openObjectStore } from '../../platform/objects/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { setting } from './service/infrastructure.ts';

/** A bucket of the tests’ object store, as the service opens it. The caller closes it. */
export function openStore(bucket: string): ObjectStore {
  const endpoint = setting('S3_ENDPOINT');
  return openObjectStore(
    {
      endpoint,
      publicEndpoint: endpoint,
      region: setting('S3_REGION'),
      bucket,
      accessKeyId: setting('S3_ACCESS_KEY_ID'),
      secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
    },
    KEY_PREFIXES,
  );
}

/** Keys of the bucket's objects that begin with `prefix`. */
export async function keysIn(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of store.list(prefix)) keys.push(...page.map(({ key }) => key));
  return keys;
}

/** Keys of the multipart uploads that are open in the bucket. */
export async function openMultiparts(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of store.listMultiparts()) keys.push(...page.map(({ key }) => key));
  return keys;
}
