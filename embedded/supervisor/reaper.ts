/**
 * Ends the children of a supervisor that was killed. Runs beside it and reads, one line of JSON at a time, which children it
 * has: the system ends that input when the supervisor ends, however it ends.
 */
import { createInterface } from 'node:readline';
import { endProcesses } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

let children: ProcessIdentity[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  children = JSON.parse(line) as ProcessIdentity[];
}
await endProcesses(children);
