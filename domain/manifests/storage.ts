/**
 * Manifest of storage.
 * @deterministic
 */
import { STORAGE_ERRORS } from '../../errors/storage.ts';
import type { Manifest } from './manifest.ts';

/** Task queue of the steps that read or remove stored bytes without an engine. */
export const STORAGE_TASK_QUEUE = 'storage';

/** Signal that a completion sends to the workflow that verifies the upload. */
export const VERIFY_SIGNAL = 'verify';

/** States from which an upload session can still become an object. */
export const LIVE_STATES: ('open' | 'verifying')[] = ['open', 'verifying'];

export const storage = {
  tag: {
    name: 'Storage',
    description: 'Files in S3-compatible object storage; metadata and permissions are managed by the service.',
  },
  scopes: {
    'storage:read': 'object metadata, download URL creation',
    'storage:write': 'direct upload, upload sessions, completion',
    'storage:download': 'signed download URLs',
  },
  kinds: {},
  events: [],
  idPrefixes: ['obj', 'upl'],
  errors: STORAGE_ERRORS,
  profiles: {
    storage: {
      taskQueue: STORAGE_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      // Each hashes a stream from the object store: a few of them saturate a CPU.
      slots: { maxConcurrentActivityTaskExecutions: 4 },
      memoryMb: 128,
    },
  },
  resources: {},
  workflows: { verifyUpload: 'AUTO_UPGRADE', sweepStorage: 'AUTO_UPGRADE' },
  tables: {
    storage_object: { by: 'sweep', step: 'removeExpiredObjects' },
    storage_object_version: { by: 'cascade', of: 'storage_object' },
    upload_session: { by: 'sweep', step: 'expireSessions' },
  },
  objects: {
    // The parts of a session become an object under the same key: from the commit on, the object's row has the key.
    'objects/': {
      by: 'row',
      keys: [
        { table: 'upload_session', column: 'key', states: LIVE_STATES },
        { table: 'storage_object_version', column: 'key' },
      ],
    },
    'uploads/': { by: 'row', keys: [{ table: 'upload_session', column: 'key', states: LIVE_STATES }] },
    // `npm run doctor` writes and removes these; no row has their keys.
    'doctor/': { by: 'row', keys: [] },
  },
} as const satisfies Manifest;
