/** The process of the embedded Postgres. Arguments: data directory and port. */
import { startPglite } from '../../platform/database/pglite.ts';

const [directory = '', port = ''] = process.argv.slice(2);
const server = await startPglite(directory, Number(port), (error) => {
  console.error('The engine failed:', error);
  // The supervisor restarts it; Postgres then recovers as after any crash.
  process.exit(1);
});
console.log(`Postgres serves on port ${port}.`);

process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit());
});
