/**
 * Finds whether the lines of text run sideways, and by how many degrees they are tilted. It uses no model, only the
 * sharpness of the projection of the lower edges of strokes, most of which lie on baselines.
 */

import { cut, fan, rotate, turnClockwise } from './raster.ts';
import type { Raster } from './raster.ts';

/** The longest side of the sampled picture, in pixels. */
const SAMPLED_SIDE = 1100; // x-heights of 10 points keep 7 pixels on A4
/** A pixel is a lower edge when it is this much darker than the second one below it. */
const EDGE = 50; // a fifth of the tones
const MAX_SKEW = 6; // more is a photograph, or a page on its side
/** Step between the angles that are tried, in degrees; smaller steps follow around the best. */
const COARSE_STEP = 0.5; // fine steps reach .6 around it
const FINE_STEPS = [0.2, 0.05];
/** A row counts at most this share of its pixels: a row with more is a drawn line or the edge of the paper. */
const MOST_OF_ROW = 0.7; // test “tilted and sideways text is put straight” (fails at .35)
/** Factor by which another angle must be better. */
// test “lines that fan out, as of a page photographed at an angle, are made parallel” (fails at 2.004)
const CLEARLY = 1.002;
/** Factor by which the page on its side must be sharper to be chosen. */
const SIDEWAYS = 1.15; // test “tilted and sideways text is put straight” (fails at .575 and 2.3)
/** A smaller tilt, in degrees, is not worth the blur of a rotation. */
const MIN_SKEW = 0.15; // 4 pixels over the width of A4 at 200 dpi
/**
 * Lines of a page photographed at an angle fan out: minimum angle between its halves, in degrees, and minimum gain in
 * sharpness.
 */
const MIN_FAN = 0.6; // more than COARSE_STEP
const SHARPER = 1.15; // as SIDEWAYS
/** Each half has lines at several angles; what one pass missed shows once most of the fan is removed. */
const PASSES = 3;

interface Skew {
  readonly degrees: number;
  /** How much the rows differ, comparable between pictures of any size and shape; 0 for noise alone. */
  readonly sharpness: number;
}

export interface Straightened {
  readonly raster: Raster;
  /** Whether the picture was turned by 90° clockwise. */
  readonly turned: boolean;
  /** Removed tilt, in degrees. */
  readonly skew: number;
}

/** Makes the lines of a picture horizontal; they may still be upside down. */
export function straighten(raster: Raster): Straightened {
  const side = turnClockwise(raster);
  const [upright, sideways] = [measureSkew(raster), measureSkew(side)];
  if (sideways.sharpness <= SIDEWAYS * upright.sharpness) return untilted(raster, upright, false);
  const closed = closedFan(raster, Math.max(SHARPER * upright.sharpness, sideways.sharpness / SIDEWAYS));
  return closed === null ? untilted(side, sideways, true) : { raster: closed.raster, turned: false, skew: closed.skew };
}

/** The same picture with the other lines horizontal, which `straighten` took for vertical. */
export function straightenOtherwise(raster: Raster, { turned }: Straightened): Straightened {
  const other = turned ? raster : turnClockwise(raster);
  return untilted(other, measureSkew(other), !turned);
}

function untilted(raster: Raster, { degrees, sharpness }: Skew, turned: boolean): Straightened {
  const closed = closedFan(raster, SHARPER * sharpness);
  if (closed !== null) return { raster: closed.raster, turned, skew: closed.skew };
  if (Math.abs(degrees) < MIN_SKEW) return { raster, turned, skew: 0 };
  return { raster: rotate(raster, degrees), turned, skew: degrees };
}

/** Makes lines that fan out parallel; `null` when they do not fan out, or the result is not sharper than `least`. */
function closedFan(raster: Raster, least: number): { readonly raster: Raster; readonly skew: number } | null {
  let [above, below, closed] = [0, 0, raster];
  let best = { raster, skew: 0, sharpness: 0 };
  for (let pass = 0; pass < PASSES; pass++) {
    const [upper, lower] = halvesOf(closed).map((half) => measureSkew(half).degrees);
    above += upper ?? 0;
    below += lower ?? 0;
    if (pass === 0 && Math.abs(above - below) < MIN_FAN) return null;
    closed = fan(raster, above, below);
    const { sharpness } = measureSkew(closed);
    if (sharpness > best.sharpness) best = { raster: closed, skew: (above + below) / 2, sharpness };
  }
  return best.sharpness < least ? null : best;
}

function halvesOf(raster: Raster): Raster[] {
  const { width, height } = raster;
  const middle = height >> 1;
  return [
    cut(raster, { x0: 0, y0: 0, x1: width, y1: middle }),
    cut(raster, { x0: 0, y0: middle, x1: width, y1: height }),
  ];
}

function measureSkew(raster: Raster): Skew {
  const { xs, ys, width, height } = lowerEdges(raster);
  if (xs.length === 0) return { degrees: 0, sharpness: 0 };
  const rows = new Uint32Array(2 * height + width);
  const most = MOST_OF_ROW * width;
  const score = (degrees: number): number => {
    rows.fill(0);
    const slope = Math.tan((degrees * Math.PI) / 180);
    const offset = 0.3 * width;
    for (let index = 0; index < xs.length; index++) {
      const row = Math.round((ys[index] ?? 0) - (xs[index] ?? 0) * slope + offset);
      rows[row] = (rows[row] ?? 0) + 1;
    }
    return rows.reduce((total, count) => total + Math.min(count, most) ** 2, 0);
  };
  let degrees = 0;
  let best = score(0) * CLEARLY;
  const consider = (angle: number): void => {
    const candidate = score(angle);
    if (candidate > best) [best, degrees] = [candidate, angle];
  };
  for (let angle = -MAX_SKEW; angle <= MAX_SKEW; angle += COARSE_STEP) consider(angle);
  for (const step of FINE_STEPS) {
    const centre = degrees;
    for (let count = -3; count <= 3; count++) consider(centre + count * step);
  }
  return { degrees, sharpness: (best / xs.length ** 2) * height - 1 };
}

function lowerEdges({ pixels, width, height }: Raster) {
  const step = Math.max(1, Math.floor(Math.max(width, height) / SAMPLED_SIDE));
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 2; y < rows - 3; y++) {
    const here = y * step * width;
    const below = here + 2 * step * width;
    for (let x = 0; x < columns; x++) {
      if ((pixels[below + x * step] ?? 0) - (pixels[here + x * step] ?? 0) > EDGE) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  return { xs, ys, width: columns, height: rows };
}
