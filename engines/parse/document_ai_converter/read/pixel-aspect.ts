/** Pictures whose pixels are no squares: faxes have 204 dots an inch across and, in standard resolution, 98 down. */

import type { TiffPage } from '../models/runtime.ts';
import { scaleInto } from '../raster/raster.ts';
import type { Raster } from '../raster/raster.ts';

/**
 * The picture, enlarged along one side, where the tags of the file declare pixels this much longer than wide, or wider
 * than long.
 */
const MIN_ASPECT = 1.2; // 204 by 196 dots an inch are nearly squares
const MAX_ASPECT = 4; // more is a wrong tag

/** `page` has the tags of the picture's file. */
export function withSquarePixels(raster: Raster, { t282, t283 }: Pick<TiffPage, 't282' | 't283'>): Raster {
  const [across, down] = [t282, t283].map(([[numerator = 0, denominator = 1] = []] = []) => numerator / denominator);
  const aspect = (across ?? 0) / (down ?? 0);
  const longer = Math.max(aspect, 1 / aspect);
  if (!(longer >= MIN_ASPECT && longer <= MAX_ASPECT)) return raster;
  const width = Math.round(raster.width * (aspect < 1 ? longer : 1));
  const height = Math.round(raster.height * (aspect > 1 ? longer : 1));
  const whole = { x0: 0, y0: 0, x1: raster.width, y1: raster.height };
  return { ...raster, width, height, pixels: scaleInto(raster, whole, width, height) };
}
