/** Puts the pictures and comments of a page between its blocks. */

import { bounds, centreY } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Picture } from '../page/picture.ts';
import type { Remark } from '../page/remark.ts';
import type { Table } from '../tables/table.ts';
import type { TextBlock } from './text-blocks.ts';

/** `blocks` in reading order, each picture after the nearest block above it, and each comment after what it is about. */
export function withPictures(
  blocks: readonly (TextBlock | Table)[],
  pictures: readonly (Picture | Remark)[],
): (TextBlock | Table | Picture | Remark)[] {
  const placed: { readonly item: TextBlock | Table | Picture | Remark; readonly box: Box }[] = blocks.map((item) => ({
    item,
    box: item.kind === 'table' ? item : bounds(item.lines),
  }));
  for (const picture of pictures.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    placed.splice(
      placeOf(
        picture,
        placed.map(({ box }) => box),
      ),
      0,
      { item: picture, box: picture },
    );
  }
  return placed.map(({ item }) => item);
}

/** Index before which the picture goes. */
function placeOf(picture: Picture | Remark, boxes: readonly Box[]): number {
  const isBeside = (box: Box): boolean => box.x1 <= picture.x0 || box.x0 >= picture.x1;
  const isAbove = (box: Box): boolean => (picture.kind === 'remark' ? box.y0 : centreY(box)) < centreY(picture);
  let nearest = -1;
  for (const [index, box] of boxes.entries()) {
    if (isBeside(box) || !isAbove(box)) continue;
    if (nearest === -1 || box.y1 >= (boxes[nearest]?.y1 ?? 0)) nearest = index;
  }
  if (nearest !== -1) return nearest + 1;
  const below = boxes.findIndex((box) => !isBeside(box));
  if (below !== -1) return below;
  return boxes.findLastIndex(isAbove) + 1;
}
