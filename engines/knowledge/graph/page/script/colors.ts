/** The colours of the picture, as the reader's device wants them. */
import { DARK, LIGHT } from '../palette.ts';

const isDark = matchMedia('(prefers-color-scheme: dark)');

export const colors = (): typeof LIGHT => (isDark.matches ? DARK : LIGHT);
export const onColorsChange = (then: () => void): void => isDark.addEventListener('change', then);

/** The largest communities have colours; all others share one. */
export function colorOf(community: number): string {
  const { hues, other } = colors();
  return hues[community] ?? other;
}
export const COLORED = LIGHT.hues.length;
