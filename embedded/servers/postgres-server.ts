/** The process of the embedded Postgres. Arguments: the directory of its data, and the port. */
import { startPglite } from '../../platform/database/pglite.ts';

const [directory = '', port = ''] = process.argv.slice(2);
const server = await startPglite(directory, Number(port), (error) => {
  console.error('The engine failed:', error);
  // The supervisor starts another one, which recovers as Postgres does after a crash.
  process.exit(1);
});
console.log(`Postgres serves on port ${port}.`);

process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit());
});
