/** Two small files, each one long run of a markup character, and the latency of another tenant's document meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Infrastructure } from '../../embedded/stack.ts';
import { makeDocx, paragraph } from '../../test/support/documents/docx.ts';
import { makeLongPdf } from '../../test/support/documents/pdf.ts';
import { watchConverters } from './converters.ts';
import { endOf, secondsOf, submit } from './jobs.ts';
import { startService } from './service.ts';
import type { Service } from './service.ts';
import { atMost, withoutGoal } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const LIMIT_S = 120;
const BYTES = 400_000;
const QUIET_ROUNDS = 5;
/** The small document waits for at most the rest of one conversion. */
const GOAL_S = 10;
const WORDS = 'Tides rise and fall. ';

interface Attack {
  readonly name: string;
  readonly filename: string;
  readonly hostile: Uint8Array;
  /** Ordinary text of the same size, in the same format. */
  readonly plain: Uint8Array;
}

const html = (text: string): Uint8Array => Buffer.from(`<p>${text}`);
const docx = (text: string): Uint8Array => makeDocx(paragraph(text));
const words = (length: number): string => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);

const ATTACKS: readonly Attack[] = [
  {
    name: `HTML of \`<p>\` and ${BYTES} \`*\``,
    filename: 'marks.html',
    hostile: html('*'.repeat(BYTES)),
    plain: html(words(BYTES)),
  },
  {
    name: 'DOCX of 100000 `*`',
    filename: 'marks.docx',
    hostile: docx('*'.repeat(100_000)),
    plain: docx(words(100_000)),
  },
];

export async function marks(stack: Infrastructure): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [index, attack] of ATTACKS.entries()) {
    const service = await startService(stack, `bench-marks-${index}`);
    try {
      verdicts.push(...(await suffer(service, attack)));
    } finally {
      await service.stop();
    }
  }
  return verdicts;
}

async function suffer(service: Service, { name, filename, hostile, plain }: Attack): Promise<Verdict[]> {
  const [attacker, neighbour] = await Promise.all([service.client('attacker'), service.client('neighbour')]);
  const small = await neighbour.upload(makeLongPdf(1), 'small.pdf');
  const quiet: number[] = [];
  for (let round = 0; round < QUIET_ROUNDS; round++) {
    quiet.push((await secondsOf(neighbour, small, LIMIT_S)).seconds);
  }
  const bytes = { hostile: await attacker.upload(hostile, filename), plain: await attacker.upload(plain, filename) };
  const plainCost = watchConverters(() => service.worker.pid);
  await secondsOf(attacker, bytes.plain, LIMIT_S);
  const plainSeconds = plainCost.cpuSeconds();
  plainCost.stop();

  const cost = watchConverters(() => service.worker.pid);
  const deadline = Date.now() + LIMIT_S * 1000;
  const jobs = await Promise.all([submit(attacker, bytes.hostile), submit(attacker, bytes.hostile)]);
  // Waits until both are running.
  await delay(1000);
  const met = await secondsOf(neighbour, small, LIMIT_S, 9);
  const ends = await Promise.all(jobs.map((jobId) => endOf(attacker, jobId, deadline)));
  const cpuSeconds = cost.cpuSeconds() / jobs.length;
  cost.stop();
  const isBrokenOff = ends.includes(null);
  const how = ends.map((end) => end ?? 'not ended').join(', ');
  return [
    atMost(
      {
        what: `small PDF at priority 9 behind two files of another tenant: ${name}`,
        unit: 's',
        baselineName: 'the same on an idle system',
        baseline: quiet.toSorted((a, b) => a - b)[2] ?? Number.NaN,
        measured: met.seconds,
        isBrokenOff: met.isBrokenOff,
      },
      GOAL_S,
    ),
    withoutGoal({
      what: `${name}: CPU time of one conversion (outcomes: ${how})`,
      unit: 's',
      baselineName: 'ordinary text of the same size',
      baseline: plainSeconds,
      measured: cpuSeconds,
      isBrokenOff,
    }),
  ];
}
