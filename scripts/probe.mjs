// Container health check: `node scripts/probe.mjs URL` exits with 0 if the URL returns success within 3 s.
const [, , url = ''] = process.argv;
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
