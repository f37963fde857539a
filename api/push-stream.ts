/** What `run` pushes, in its order and while it goes on. Rejects as `run` does, after what was pushed before. */
export async function* pushed<T>(run: (push: (value: T) => void) => Promise<void>): AsyncGenerator<T> {
  const waiting: T[] = [];
  const state = { hasEnded: false, news: Promise.withResolvers<void>() };
  const running = run((value) => {
    waiting.push(value);
    state.news.resolve();
  }).finally(() => {
    state.hasEnded = true;
    state.news.resolve();
  });
  // It is waited for below, unless nobody wants to hear of it any more.
  running.catch(() => undefined);
  while (!state.hasEnded || waiting.length > 0) {
    await state.news.promise;
    state.news = Promise.withResolvers();
    yield* waiting.splice(0);
  }
  await running;
}
