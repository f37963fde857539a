/** `npm test`: all tests, with a few of their random cases. */
import { runTests } from './runner/run-tests.ts';

const USAGE = 'npm test [-- --seed N FILE ...]';
await runTests(USAGE, 'shallow');
