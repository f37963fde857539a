/** ForceAtlas2 in a worker, while the picture shows how entities that are connected attract each other. */
import { inferSettings } from 'graphology-layout-forceatlas2';
import Layout from 'graphology-layout-forceatlas2/worker';
import type { Model } from './model.ts';

/** Milliseconds after which it rests by itself. */
const LONGEST_MS = 15_000;

export function arrangement(model: Model, onChange: (isRunning: boolean) => void): { readonly toggle: () => void } {
  let layout: Layout | null = null;
  let ends = 0;
  const stop = (): void => {
    clearTimeout(ends);
    layout?.stop();
    onChange(false);
  };
  return {
    toggle: () => {
      // The worker starts when it is first wanted.
      layout ??= new Layout(model, {
        settings: {
          ...inferSettings(model),
          barnesHutOptimize: model.order > 500,
          strongGravityMode: true,
          gravity: 0.05,
          slowDown: 8,
        },
      });
      if (layout.isRunning()) return stop();
      layout.start();
      onChange(true);
      ends = setTimeout(stop, LONGEST_MS);
    },
  };
}
