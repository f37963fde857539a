/**
 * Mouse and touch on the picture: it follows the pointer, a wheel and two fingers zoom, a click selects what is
 * nearest.
 */
import type { Model } from './model.ts';
import type { Picture } from './picture.ts';

export type Hit = { readonly node: string } | { readonly link: string } | null;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Pixels from which a press is a drag, within which a node and a link are hit (a finger covers more), and milliseconds
 * after which a wheel rests.
 */
const DRAG = 5;
const NEAR = { mouse: { node: 4, link: 6 }, touch: { node: 16, link: 14 } };
const WHEEL_RESTS_MS = 180;

export function followPointer(
  surface: HTMLElement,
  picture: Picture,
  model: Model,
  on: { readonly select: (hit: Hit) => void; readonly hover: (hit: Hit) => void },
): void {
  const { sigma } = picture;
  const camera = sigma.getCamera();
  const fingers = new Map<number, Point>();
  let pressed: Point | null = null;
  let isDragged = false;
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const near = ({ pointerType }: PointerEvent) => (pointerType === 'mouse' ? NEAR.mouse : NEAR.touch);

  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointOf(event));
    pressed = pointOf(event);
    isDragged = fingers.size > 1;
  });
  surface.addEventListener('pointermove', (event) => {
    const point = pointOf(event);
    const before = fingers.get(event.pointerId);
    if (!before || !pressed) {
      if (fingers.size === 0 && event.pointerType === 'mouse')
        on.hover(hitAt(picture, model, point, near(event), false));
      return;
    }
    if (!isDragged && Math.hypot(point.x - pressed.x, point.y - pressed.y) < DRAG) return;
    isDragged = true;
    picture.isMoving = true;
    surface.classList.add('moving');
    const [from, to] = [center(fingers), center(new Map(fingers).set(event.pointerId, point))];
    const ratio = spread(fingers) / spread(new Map(fingers).set(event.pointerId, point));
    fingers.set(event.pointerId, point);
    if (ratio !== 1) camera.setState(sigma.getViewportZoomedState(to, camera.ratio * ratio));
    const [was, is] = [sigma.viewportToFramedGraph(from), sigma.viewportToFramedGraph(to)];
    camera.setState({ x: camera.x + was.x - is.x, y: camera.y + was.y - is.y });
  });
  const release = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (!isDragged && event.type === 'pointerup') on.select(hitAt(picture, model, pointOf(event), near(event), true));
    pressed = null;
    picture.isMoving = false;
    surface.classList.remove('moving');
  };
  surface.addEventListener('pointerup', release);
  surface.addEventListener('pointercancel', release);
  surface.addEventListener('pointerleave', () => on.hover(null));

  let rests = 0;
  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      picture.isMoving = true;
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const ratio = camera.ratio * 1.0015 ** (event.deltaY * lines);
      camera.setState(sigma.getViewportZoomedState(pointOf(event), camera.getBoundedRatio(ratio)));
      clearTimeout(rests);
      rests = setTimeout(() => (picture.isMoving = false), WHEEL_RESTS_MS);
    },
    { passive: false },
  );
}

function center(fingers: ReadonlyMap<number, Point>): Point {
  const points = [...fingers.values()];
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Pixels between two fingers; of one finger, 1. */
function spread(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = [...fingers.values()];
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}

/** The node under a point, or else the link: one pass over what is drawn. */
function hitAt(
  picture: Picture,
  model: Model,
  point: Point,
  near: { readonly node: number; readonly link: number },
  withLinks: boolean,
): Hit {
  const { sigma } = picture;
  let node: string | null = null;
  let least = Infinity;
  const places = new Map<string, Point>();
  for (const id of model.nodes()) {
    const at = sigma.getNodeDisplayData(id);
    if (!at) continue;
    const place = sigma.framedGraphToViewport(at);
    if (withLinks) places.set(id, place);
    const distance = Math.hypot(place.x - point.x, place.y - point.y) - sigma.scaleSize(at.size);
    if (distance < least) [node, least] = [id, distance];
  }
  if (node !== null && least <= near.node) return { node };
  if (!withLinks) return null;
  let link: string | null = null;
  least = Infinity;
  model.forEachEdge((id, _look, source, target) => {
    const [from, to] = [places.get(source), places.get(target)];
    if (!from || !to || !picture.isShown(id)) return;
    const distance = fromSegment(point, from, to);
    if (distance < least) [link, least] = [id, distance];
  });
  return link !== null && least <= near.link ? { link } : null;
}

function fromSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length));
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy);
}
