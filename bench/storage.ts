/**
 * `npm run bench:storage [-- --size BYTES]`: compares uploads through the service with the bare object store, in the
 * same run. The large upload (2 GiB by default) is interrupted half-way and resumed, while the API's memory is
 * sampled.
 */
import { randomFillSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import type { StorageUploadSession } from '../api/storage/uploads/schemas.ts';
import { readOptions } from '../platform/command-line.ts';
import { openObjectStore } from '../platform/objects/index.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { ApiClient } from './support/client.ts';
import { compare, measure } from './support/measure.ts';
import { watchMemory } from './support/memory.ts';
import { startApi, startWorker } from './support/processes.ts';
import { Source } from './support/random-bytes.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';

const MIB = 1024 ** 2;
/** Many short rounds, since deferred disk writes slow down whichever side comes next. */
const ROUNDS = 10;
const FILE_BYTES = 64 * MIB;
const LANES = 4;
const MEMORY_GOAL = '< 250 MB';

const given = readOptions('npm run bench:storage [-- --size BYTES]', { size: { type: 'string' } });
const size = Number(given.size ?? 2 * 1024 ** 3);
const namespace = 'bench-storage';

await runBench(run);

async function run(stack: Infrastructure): Promise<Row[]> {
  const { url, child } = await startApi(stack, namespace);
  await startWorker(stack, namespace, 1);
  const service = await ApiClient.connect(url);
  const memory = watchMemory(child.pid ?? 0);
  try {
    // First, before direct uploads fill the heap.
    const large = await largeUpload(stack, service);
    const peakMb = memory.peakMb();
    const idleMb = memory.idleMb;
    const direct = await directUploads(stack, service);
    const what = `API memory while ${Math.round(size / MIB)} MiB are uploaded in parts, peak`;
    const row = { what, unit: 'MB', baselineName: 'the same process before', goal: MEMORY_GOAL };
    return [{ ...row, baseline: idleMb, measured: peakMb }, ...large, ...direct];
  } finally {
    memory.stop();
    await service.close();
  }
}

function bareClient({ env }: Infrastructure): S3Client {
  return new S3Client({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

async function directUploads(stack: Infrastructure, service: ApiClient): Promise<Row[]> {
  const s3 = bareClient(stack);
  const bytes = randomFillSync(Buffer.alloc(FILE_BYTES));
  const chunks = Array.from({ length: FILE_BYTES / 65_536 }, (_, i) => bytes.subarray(i * 65_536, (i + 1) * 65_536));
  const bare = (index: number) =>
    s3.send(
      new PutObjectCommand({
        Bucket: stack.env.S3_BUCKET,
        Key: `bench/${index}`,
        Body: Readable.from(chunks),
        ContentLength: FILE_BYTES,
      }),
    );
  const direct = () => service.uploadChunks(chunks, 'bench.bin');
  // Warm-up: lets V8 compile both sides.
  await measure(8, 1, bare);
  await measure(8, 1, direct);
  const rows: Row[] = [];
  for (const lanes of [1, LANES]) {
    const { baseline, subject } = await compare(
      ROUNDS,
      () => measure(lanes, lanes, bare),
      () => measure(lanes, lanes, direct),
    );
    rows.push({
      what: `POST /v1/storage/files, ${FILE_BYTES / MIB} MiB, ${lanes} at a time`,
      unit: 'MiB/s',
      baselineName: 'S3 client `PutObject` of a stream',
      baseline: (baseline.perSecond * FILE_BYTES) / MIB,
      measured: (subject.perSecond * FILE_BYTES) / MIB,
      goal: '≥ 0.7',
    });
  }
  s3.destroy();
  return rows;
}

async function largeUpload(stack: Infrastructure, service: ApiClient): Promise<Row[]> {
  const source = new Source(size);
  const session = await service.post<StorageUploadSession>('/v1/storage/uploads', {
    filename: 'bench.bin',
    size_bytes: size,
  });
  const partBytes = session.part_size_bytes ?? size;
  const bareSeconds = await bareParts(stack, source, partBytes);

  const began = performance.now();
  const half = await missingParts(service, session.upload_id);
  await inLanes(half.slice(0, Math.ceil(half.length / 2)), (part) => putPart(source, partBytes, part));
  // Simulates a new client process that asks which parts are missing.
  const rest = await missingParts(service, session.upload_id);
  if (rest.length !== Math.floor(half.length / 2)) throw new Error(`${rest.length} parts are missing`);
  await inLanes(rest, (part) => putPart(source, partBytes, part));
  const signedSeconds = (performance.now() - began) / 1000;

  const hashed = performance.now();
  const sha256 = source.sha256();
  const hashSeconds = (performance.now() - hashed) / 1000;
  // Lets the client notice connections that the service has closed for inactivity.
  await delay(50);
  const parts = (await allParts(service, session.upload_id)).map(({ part_number, etag }) => ({ part_number, etag }));
  const verifying = performance.now();
  await service.post(`/v1/storage/uploads/${session.upload_id}/complete`, { parts, checksum_sha256: sha256 });
  for (;;) {
    const { state, error } = await service.get<StorageUploadSession>(`/v1/storage/uploads/${session.upload_id}`);
    if (state === 'completed') break;
    if (state !== 'verifying') throw new Error(`the upload is ${state}: ${JSON.stringify(error)}`);
    await delay(50);
  }
  const verifySeconds = (performance.now() - verifying) / 1000;
  const speed = (seconds: number): number => size / MIB / seconds;
  return [
    {
      what: `PUT to signed part addresses, ${LANES} at a time, interrupted and resumed`,
      unit: 'MiB/s',
      baselineName: 'S3 client `UploadPart`, a quarter as much',
      baseline: speed(bareSeconds),
      measured: speed(signedSeconds),
      goal: '',
    },
    {
      what: 'completion: read, hash, commit',
      unit: 'MiB/s',
      baselineName: 'SHA-256 of the same bytes in memory',
      baseline: speed(hashSeconds),
      measured: speed(verifySeconds),
      goal: '',
    },
  ];
}

/** Seconds that the bare client needs for the whole file, extrapolated from a quarter. */
async function bareParts(stack: Infrastructure, source: Source, partBytes: number): Promise<number> {
  const { env } = stack;
  const s3 = bareClient(stack);
  const store = openObjectStore(
    {
      endpoint: env.S3_ENDPOINT,
      publicEndpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    ['bench/'],
  );
  const Key = 'bench/parts';
  const UploadId = await store.createMultipart(Key);
  const count = Math.max(1, Math.floor(size / partBytes / 4));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const began = performance.now();
  await inLanes(numbers, async (PartNumber) => {
    const Body = source.part(PartNumber, partBytes);
    await s3.send(new UploadPartCommand({ Bucket: env.S3_BUCKET, Key, UploadId, PartNumber, Body }));
  });
  const seconds = (performance.now() - began) / 1000;
  await store.abortMultipart(Key, UploadId);
  store.close();
  s3.destroy();
  return (seconds * size) / (count * partBytes);
}

type Part = StorageUploadSession['parts'][number];

async function allParts(service: ApiClient, uploadId: string): Promise<Part[]> {
  const parts: Part[] = [];
  let first: number | null = 1;
  while (first !== null) {
    const path = `/v1/storage/uploads/${uploadId}?first_part=${first}&limit=1000`;
    const page: StorageUploadSession = await service.get(path);
    parts.push(...page.parts);
    first = page.next_part_number;
  }
  return parts;
}

async function missingParts(service: ApiClient, uploadId: string): Promise<Part[]> {
  return (await allParts(service, uploadId)).filter(({ etag }) => etag === null);
}

async function putPart(source: Source, partBytes: number, { part_number, url }: Part): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', body: source.part(part_number, partBytes) });
  if (!answer.ok) throw new Error(`part ${part_number}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
