// Health check of a container: `node scripts/probe.mjs URL` ends with 0 when the address answers with success within 3 s.
const [, , url = ''] = process.argv;
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
