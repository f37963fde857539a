/** Grey pictures of pages, and how to turn and cut them. 0 is black, 255 white. */

export interface Raster {
  /** Row by row, one byte per pixel. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

/** A rectangle in pixels; `x1` and `y1` are exclusive. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

const WHITE = 255;

/** The pixel at a position; white outside the picture. */
export const pixelAt = ({ pixels, width, height }: Raster, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? WHITE : (pixels[y * width + x] ?? WHITE);

/**
 * Sampling positions of an output of `length` over `from`..`to` along one axis: the pixel before, and the weight of the
 * next.
 */
function samples(from: number, to: number, length: number, limit: number, perPixel: number) {
  const count = length * perPixel;
  const before = new Int32Array(count);
  const weight = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    const place = from + ((index + 0.5) / count) * (to - from) - 0.5;
    const clamped = Math.min(limit - 1.001, Math.max(0, place));
    before[index] = Math.trunc(clamped);
    weight[index] = clamped - Math.trunc(clamped);
  }
  return { before, weight };
}

/**
 * Scales the part of a picture inside `box` to `width` × `height`: bilinear, with the mean of several samples when it
 * shrinks.
 */
export function scaleInto(raster: Raster, box: PixelBox, width: number, height: number): Uint8Array {
  const { pixels, width: stride } = raster;
  const perX = Math.max(1, Math.round((box.x1 - box.x0) / width));
  const perY = Math.max(1, Math.round((box.y1 - box.y0) / height));
  const xs = samples(box.x0, box.x1, width, raster.width, perX);
  const ys = samples(box.y0, box.y1, height, raster.height, perY);
  const scaled = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let total = 0;
      for (let j = y * perY; j < (y + 1) * perY; j++) {
        const row = (ys.before[j] ?? 0) * stride;
        const down = ys.weight[j] ?? 0;
        for (let i = x * perX; i < (x + 1) * perX; i++) {
          const at = row + (xs.before[i] ?? 0);
          const right = xs.weight[i] ?? 0;
          const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
          const lower = (pixels[at + stride] ?? 0) * (1 - right) + (pixels[at + stride + 1] ?? 0) * right;
          total += upper * (1 - down) + lower * down;
        }
      }
      scaled[y * width + x] = total / (perX * perY);
    }
  }
  return scaled;
}

export function turnClockwise({ pixels, width, height, dpi }: Raster): Raster {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 0;
  }
  return { pixels: turned, width: height, height: width, dpi };
}

/** Turns a picture by 180°. */
export const turnHalf = (raster: Raster): Raster => ({ ...raster, pixels: raster.pixels.slice().reverse() });

/** Rotates a picture about its centre by `degrees` clockwise. The size stays; areas from outside are white. */
export function rotate(raster: Raster, degrees: number): Raster {
  const { pixels, width, height } = raster;
  const rotated = new Uint8Array(pixels.length).fill(WHITE);
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const sine = Math.sin((degrees * Math.PI) / 180);
  const [middleX, middleY] = [width / 2, height / 2];
  for (let y = 0; y < height; y++) {
    let fromX = -cosine * middleX - sine * (y - middleY) + middleX;
    let fromY = -sine * middleX + cosine * (y - middleY) + middleY;
    for (let x = 0; x < width; x++, fromX += cosine, fromY += sine) {
      if (fromX < 0 || fromY < 0 || fromX >= width - 1 || fromY >= height - 1) continue;
      const [left, top] = [Math.trunc(fromX), Math.trunc(fromY)];
      const [right, down] = [fromX - left, fromY - top];
      const at = top * width + left;
      const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
      const lower = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
      rotated[y * width + x] = upper * (1 - down) + lower * down;
    }
  }
  return { ...raster, pixels: rotated };
}

/**
 * Shears rows that are tilted by `above` degrees a quarter from the top and by `below` a quarter from the bottom. The
 * size stays.
 */
export function fan(raster: Raster, above: number, below: number): Raster {
  const { pixels, width, height } = raster;
  const sheared = new Uint8Array(pixels.length).fill(WHITE);
  for (let y = 0; y < height; y++) {
    const degrees = above + (below - above) * (2 * (y / height) - 0.5);
    const slope = Math.tan((degrees * Math.PI) / 180);
    let from = y - (slope * width) / 2;
    for (let x = 0; x < width; x++, from += slope) {
      if (from < 0 || from >= height - 1) continue;
      const top = Math.trunc(from);
      const down = from - top;
      const at = top * width + x;
      sheared[y * width + x] = (pixels[at] ?? 0) * (1 - down) + (pixels[at + width] ?? 0) * down;
    }
  }
  return { ...raster, pixels: sheared };
}

/** The part of a picture inside `box`, pixel for pixel. */
export function cut(raster: Raster, box: PixelBox): Raster {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (box.y0 + y) * raster.width + box.x0;
    pixels.set(raster.pixels.subarray(start, start + width), y * width);
  }
  return { pixels, width, height, dpi: raster.dpi };
}

/** Weights of ITU-R BT.601 in 256ths. */
export const luminance = (red: number, green: number, blue: number): number =>
  (red * 77 + green * 150 + blue * 29) >> 8;
