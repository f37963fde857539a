/** Equal calls at the same time in one process: the first is made, the others wait for it. */
import { untilAborted } from '../../platform/until-aborted.ts';

interface Call<T> {
  readonly signal: AbortSignal;
  readonly result: Promise<T>;
}

export class SharedCalls<T> {
  readonly #underWay = new Map<string, Call<T>>();

  /**
   * Does the work, or waits for a call of the same key. Rejects as that call does, or with the signal's reason; when
   * the other caller gave up, the work is done after all.
   */
  async run(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const other = this.#underWay.get(key);
      if (other === undefined) return this.#begin(key, signal, work);
      try {
        return await untilAborted(signal, other.result);
      } catch (error) {
        if (signal.aborted || !other.signal.aborted) throw error;
      }
    }
  }

  #begin(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const result = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { signal, result });
    return result;
  }
}
