/**
 * The picture. What is drawn per frame decides whether it is smooth where there is no graphics processor: nodes are
 * points, links lines of one pixel, both without a second picture for finding what is under the pointer (pointer.ts
 * calculates that), and while it moves, a large graph is drawn without links and labels.
 */
import { Sigma } from 'sigma';
import { EdgeLineProgram, NodePointProgram, drawDiscNodeLabel } from 'sigma/rendering';
import { colorOf, colors, onColorsChange } from './colors.ts';
import type { Model } from './model.ts';

/** Links that are drawn while the picture moves. 30,000 take some 120 ms of a processor. */
const LINKS_IN_MOTION = 4000;

export interface Focus {
  readonly nodes: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

export class Picture {
  readonly sigma: Sigma;
  readonly #model: Model;
  #focus: Focus | null = null;
  #isMoving = false;

  constructor(model: Model, container: HTMLElement) {
    this.#model = model;
    const hidesLinks = (): boolean => this.#isMoving && (this.#focus?.links.size ?? model.size) > LINKS_IN_MOTION;
    class Points extends NodePointProgram {
      constructor(gl: WebGLRenderingContext, _picking: WebGLFramebuffer | null, renderer: Sigma) {
        super(gl, null, renderer);
      }
    }
    class Lines extends EdgeLineProgram {
      constructor(gl: WebGLRenderingContext, _picking: WebGLFramebuffer | null, renderer: Sigma) {
        super(gl, null, renderer);
      }
      override render(params: Parameters<EdgeLineProgram['render']>[0]): void {
        if (!hidesLinks()) super.render(params);
      }
    }
    this.sigma = new Sigma(model, container, {
      nodeProgramClasses: { entity: Points },
      edgeProgramClasses: { line: Lines },
      defaultEdgeType: 'line',
      labelFont: 'system-ui, sans-serif',
      labelSize: 13,
      labelDensity: 0.6,
      labelGridCellSize: 130,
      labelRenderedSizeThreshold: 5,
      stagePadding: 40,
      minCameraRatio: 0.02,
      maxCameraRatio: 3,
      zIndex: true,
      allowInvalidContainer: true,
      labelColor: { attribute: 'labelColor' },
      defaultDrawNodeLabel: (context, data, settings) => {
        if (!this.#isMoving) drawDiscNodeLabel(context, data, settings);
      },
      nodeReducer: (node, data) => this.#nodeLook(node, data['community']),
      edgeReducer: (link) => this.#linkLook(link),
    });
    onColorsChange(() => this.#redraw());
  }

  /** What stands out, and everything else steps back; `null`: nothing does. */
  focus(focus: Focus | null): void {
    this.#focus = focus;
    this.#redraw();
  }

  set isMoving(is: boolean) {
    if (this.#isMoving === is) return;
    this.#isMoving = is;
    this.sigma.scheduleRender();
  }

  isShown(link: string): boolean {
    return this.#focus === null || this.#focus.links.has(link);
  }

  /** Moves the camera to a node, unless it is well inside of the picture. */
  show(node: string): void {
    const at = this.sigma.getNodeDisplayData(node);
    if (!at) return;
    const { x, y } = this.sigma.framedGraphToViewport(at);
    const { width, height } = this.sigma.getDimensions();
    const isInside = x > width * 0.15 && x < width * 0.85 && y > height * 0.15 && y < height * 0.85;
    const camera = this.sigma.getCamera();
    if (!isInside || camera.ratio > 0.6) this.move({ x: at.x, y: at.y, ratio: Math.min(camera.ratio, 0.5) });
  }

  move(state: { x?: number; y?: number; ratio?: number }): void {
    const camera = this.sigma.getCamera();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) camera.setState(state);
    else {
      this.isMoving = true;
      camera.animate(state, { duration: 350 }, () => (this.isMoving = false));
    }
  }

  #redraw(): void {
    this.sigma.refresh({ skipIndexation: true });
  }

  #nodeLook(node: string, community: number) {
    const { label, x, y, size } = this.#model.getNodeAttributes(node);
    const { faint, text } = colors();
    const look = {
      label,
      x,
      y,
      size,
      type: 'entity',
      labelColor: text,
      color: colorOf(community),
      zIndex: 1,
      forceLabel: false,
    };
    if (this.#focus === null) return look;
    if (this.#focus.nodes.has(node)) return { ...look, forceLabel: this.#focus.nodes.size <= 40, zIndex: 2 };
    return { ...look, label: '', color: faint, zIndex: 0 };
  }

  #linkLook(link: string) {
    const { edge, near } = colors();
    return { color: this.#focus === null ? edge : near, hidden: !this.isShown(link), type: 'line', size: 1 };
  }
}
