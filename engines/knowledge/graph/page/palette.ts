/** Colours of the page and of its picture, in light and dark. Texts have a contrast of 4.5 to what is behind them. */

export const LIGHT = {
  page: '#fbfaf8',
  panel: '#ffffff',
  line: '#dcd9d3',
  text: '#1f2328',
  muted: '#5c6370',
  accent: '#0b57c2',
  hover: '#f1efea',
  quote: '#fdebad',
  /** Of communities. Neighbours in the list are far apart; each has a contrast of 3 to the page. */
  hues: ['#2f6fd6', '#c2551c', '#1f8a5b', '#8a4fc7', '#a67c00', '#c23b6b', '#0f8797', '#6b7a12', '#8c5a3c', '#5b62d9'],
  other: '#8a8f98',
  faint: '#dddbd5',
  edge: '#d3d5da',
  near: '#7d8593',
};

export const DARK: typeof LIGHT = {
  page: '#15181d',
  panel: '#1c2026',
  line: '#353c47',
  text: '#e6e9ee',
  muted: '#a3adba',
  accent: '#8ab8ff',
  hover: '#262c35',
  quote: '#514412',
  hues: ['#6da3f7', '#ee8b57', '#5bc493', '#b98bf0', '#d7b04a', '#ef7fa5', '#56c1d0', '#b3c255', '#c99a7c', '#9a9ff5'],
  other: '#7c8490',
  faint: '#30363f',
  edge: '#343b46',
  near: '#8d97a6',
};
