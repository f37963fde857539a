// Loaded into each command that run.mjs starts: when run.mjs was killed and could pass on no signal, the command ends
// as on SIGTERM.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A command that has nothing left to do ends.
  process.channel.unref();
}
