/** `npm run test:deep`: all tests, with all of their random cases. */
import { runTests } from './runner/run-tests.ts';

const USAGE = 'npm run test:deep [-- --seed N FILE ...]';
await runTests(USAGE, 'deep');
