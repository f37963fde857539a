/** A share as a bar. */
import { coordinate } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';

const WIDTH = 100;
const HEIGHT = 8;

/** Decoration beside the same share in words. `share`: from 0 to 1. */
export const barPlot = (share: number): Html =>
  html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bar" x="0" y="1" width="${coordinate(WIDTH * share)}" height="${HEIGHT - 2}" />
  </svg>`;
