/**
 * Ends the children of a killed supervisor. It runs next to the supervisor and reads the list of children as lines of
 * JSON; the end of that input means that the supervisor has ended.
 */
import { createInterface } from 'node:readline';
import { endProcesses } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

let children: ProcessIdentity[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  children = JSON.parse(line) as ProcessIdentity[];
}
await endProcesses(children);
