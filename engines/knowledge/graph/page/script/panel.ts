/** The lists beside the picture: everything that it shows can be found and read here, with the keyboard alone. */
import type { PageLink, PageNode, PagePassage } from '../data.ts';
import { COLORED, colorOf } from './colors.ts';
import { element, shell } from './elements.ts';
import type { Community, Model } from './model.ts';
import { passagesOf } from './read.ts';

/** Rows of a list. More are counted, and found by typing. */
const ROWS = 50;
/** Facts of one entity or pair that are listed. */
const FACTS = 300;

export interface Contents {
  readonly nodes: readonly PageNode[];
  readonly links: ReadonlyMap<string, PageLink>;
  readonly blockOfLink: ReadonlyMap<string, string>;
  readonly blockOfNode: ReadonlyMap<string, string>;
  readonly model: Model;
  readonly communities: readonly Community[];
}

/** What a reader does in it. */
export interface PanelEvents {
  readonly select: (node: string) => void;
  readonly leave: () => void;
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const numbered = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export class Panel {
  readonly #contents: Contents;
  readonly #byId: ReadonlyMap<string, PageNode>;
  readonly #haystack: readonly { readonly node: PageNode; readonly names: string }[];
  readonly #on: PanelEvents;

  constructor(contents: Contents, on: PanelEvents) {
    this.#contents = contents;
    this.#byId = new Map(contents.nodes.map((node) => [node.id, node]));
    this.#haystack = contents.nodes.map((node) => ({ node, names: folded([node.label, ...node.aliases].join('\n')) }));
    this.#on = on;
  }

  /** The entities with all of the words in one of their names, the most mentioned first. */
  find(query: string): readonly PageNode[] {
    const words = folded(query)
      .split(/\s+/)
      .filter((word) => word !== '');
    const found = this.#haystack
      .filter(({ names }) => words.every((word) => names.includes(word)))
      .map(({ node }) => node);
    const list = shell('results');
    list.replaceChildren(...found.slice(0, ROWS).map((node) => this.#row(node)));
    const more = found.length > ROWS ? ` The first ${ROWS} are listed.` : '';
    shell('found').textContent =
      `${numbered(found.length, 'entity', 'entities')}${query.trim() === '' ? '' : ' found'}.${more}`;
    return found;
  }

  listCommunities(): void {
    const rows = this.#contents.communities.slice(0, COLORED).map(({ title, members }, at) => {
      const central = members.slice(0, 3).map((id) => this.#labelOf(id));
      const row = element('button', { type: 'button' }, [
        dot(at),
        element('span', { class: 'name' }, [title ?? central.join(', ')]),
        element('span', { class: 'muted' }, [String(members.length)]),
      ]);
      const [first] = members;
      if (first !== undefined) row.addEventListener('click', () => this.#on.select(first));
      return element('li', {}, [row]);
    });
    shell('communities').replaceChildren(...rows);
  }

  /** The entity with its facts. */
  showNode(id: string): void {
    const node = this.#byId.get(id);
    if (!node) return;
    const links = this.#contents.model.edges(id).flatMap((link) => this.#contents.links.get(link) ?? []);
    const about = [
      node.type,
      `in ${numbered(node.chunks, 'passage', 'passages')}`,
      numbered(links.length, 'fact', 'facts'),
    ];
    this.#show(
      node.label,
      [
        element('p', { class: 'muted small' }, [about.filter((text) => text !== null).join(' · ')]),
        ...(node.aliases.length === 0
          ? []
          : [element('p', { class: 'muted small' }, [`Also: ${node.aliases.join(', ')}`])]),
      ],
      links,
      id,
    );
    if (links.length === 0) shell('detail').append(...this.#mentions(id));
  }

  /** The facts between the two entities of a link; the passages of the link are open. */
  showLink(id: string): void {
    const link = this.#contents.links.get(id);
    if (!link) return;
    const { source, target } = link;
    const both = [...this.#contents.model.edges(source, target), ...this.#contents.model.edges(target, source)];
    const links = [...new Set(both)].flatMap((one) => this.#contents.links.get(one) ?? []);
    this.#show(`${this.#labelOf(source)} and ${this.#labelOf(target)}`, [], links, null, id);
  }

  /** Whether it shows one entity or pair: then the lists are hidden. */
  get isReading(): boolean {
    return shell('panel').classList.contains('reads');
  }

  hide(): void {
    shell('panel').classList.remove('reads');
  }

  #show(
    title: string,
    about: readonly HTMLElement[],
    links: readonly PageLink[],
    of: string | null,
    open: string | null = null,
  ): void {
    const back = element('button', { type: 'button', class: 'back' }, ['‹ All entities']);
    back.addEventListener('click', () => this.#on.leave());
    const facts = links.slice(0, FACTS).map((link) => this.#fact(link, of, link.id === open));
    const left =
      links.length > FACTS
        ? [element('p', { class: 'muted small' }, [`The first ${FACTS} of ${links.length} facts are listed.`])]
        : [];
    const detail = shell('detail');
    detail.replaceChildren(
      back,
      element('h2', { id: 'detail-title' }, [title]),
      ...about,
      ...(facts.length === 0
        ? []
        : [element('h3', {}, ['Facts and where they are stated']), element('ul', { class: 'rows' }, facts)]),
      ...left,
    );
    const panel = shell('panel');
    panel.classList.add('reads');
    panel.scrollTo(0, 0);
    detail.focus({ preventScroll: true });
  }

  /** A fact, whose passages a click opens, and the way to the other entity. */
  #fact({ id, source, target, predicate, places }: PageLink, of: string | null, isOpen: boolean): HTMLElement {
    const words = element('span', { class: 'name' }, [
      this.#labelOf(source),
      ' ',
      element('em', {}, [predicate]),
      ' ',
      this.#labelOf(target),
    ]);
    const button = element('button', { type: 'button', 'aria-expanded': 'false' }, [
      words,
      element('span', { class: 'muted' }, [numbered(places, 'place', 'places')]),
    ]);
    const row = element('li', { class: 'fact' }, [button]);
    const passages = element('div', {}, []);
    passages.hidden = true;
    const toggle = (): void => {
      if (passages.childNodes.length === 0) passages.append(...this.#passages(id));
      passages.hidden = !passages.hidden;
      button.setAttribute('aria-expanded', String(!passages.hidden));
    };
    button.addEventListener('click', toggle);
    if (isOpen) toggle();
    row.append(passages);
    for (const end of of === null ? [source, target] : [of === source ? target : source]) {
      const go = element('button', { type: 'button', class: 'go' }, [`${this.#labelOf(end)} ›`]);
      go.addEventListener('click', () => this.#on.select(end));
      row.append(go);
    }
    return row;
  }

  #passages(link: string): readonly HTMLElement[] {
    const found = passagesOf(link, this.#contents.blockOfLink.get(link));
    return found?.map(quote) ?? [note('This page does not hold its passages. The graph in JSON has their places.')];
  }

  /** Of an entity without facts. */
  #mentions(node: string): readonly HTMLElement[] {
    const found = passagesOf(node, this.#contents.blockOfNode.get(node));
    if (found === null)
      return [note('No fact of it is in this page, and none of its passages. A search for its name finds them.')];
    return [note('No fact of it is in this page.'), element('h3', {}, ['Where it is mentioned']), ...found.map(quote)];
  }

  #row(node: PageNode): HTMLElement {
    const community = this.#contents.model.getNodeAttribute(node.id, 'community');
    const row = element('button', { type: 'button' }, [
      dot(community),
      element('span', { class: 'name' }, [node.label]),
      element('span', { class: 'muted' }, [String(node.chunks)]),
    ]);
    row.addEventListener('click', () => this.#on.select(node.id));
    return element('li', {}, [row]);
  }

  #labelOf(id: string): string {
    return this.#byId.get(id)?.label ?? id;
  }
}

const note = (text: string): HTMLElement => element('p', { class: 'muted small' }, [text]);

/** The place is marked. */
function quote({ document, before, stated, after }: PagePassage): HTMLElement {
  return element('blockquote', {}, [before, element('mark', {}, [stated]), after, element('footer', {}, [document])]);
}

function dot(community: number): HTMLElement {
  const shape = element('span', { class: 'dot', 'aria-hidden': 'true' }, []);
  shape.style.color = colorOf(community);
  return shape;
}
