/** Colours of the picture, in light and dark. Hues of neighbours in the list are far apart; each has a contrast of 3 to the page. */

const LIGHT = {
  hues: ['#2f6fd6', '#c2551c', '#1f8a5b', '#8a4fc7', '#a67c00', '#c23b6b', '#0f8797', '#6b7a12', '#8c5a3c', '#5b62d9'],
  other: '#8a8f98',
  faint: '#dddbd5',
  edge: '#d3d5da',
  near: '#7d8593',
  text: '#1f2328',
  page: '#fbfaf8',
};
const DARK: typeof LIGHT = {
  hues: ['#6da3f7', '#ee8b57', '#5bc493', '#b98bf0', '#d7b04a', '#ef7fa5', '#56c1d0', '#b3c255', '#c99a7c', '#9a9ff5'],
  other: '#7c8490',
  faint: '#30363f',
  edge: '#343b46',
  near: '#8d97a6',
  text: '#e6e9ee',
  page: '#15181d',
};
const isDark = matchMedia('(prefers-color-scheme: dark)');

export const colors = (): typeof LIGHT => (isDark.matches ? DARK : LIGHT);
export const onColorsChange = (then: () => void): void => isDark.addEventListener('change', then);

/** The largest communities have colours; all others share one. */
export function colorOf(community: number): string {
  const { hues, other } = colors();
  return hues[community] ?? other;
}
export const COLORED = LIGHT.hues.length;
