/** Lazily loaded components with an error message for failed imports. */
import type { LitElement, TemplateResult } from 'lit';
import * as facetPanel from '../facet-panel.ts';
import type { Locale } from '../locale/locale.ts';
import { loadFailure } from '../markup/first-paint.ts';
import { tryImport } from '../util/lazy-import.ts';

export const partLoaders = {
  actions: () => import('../export/result-actions.ts'),
  cards: () => import('../markup/cards.ts'),
  date: () => import('../facets/date-range.ts'),
  detail: () => import('../detail-view/detail-view.ts'),
  // In the page's own file, which is smaller than two; it is rendered once the results are painted.
  facets: async () => facetPanel,
  hints: () => import('../results/empty-state.ts'),
  sheet: () => import('./filter-drawer.ts'),
  similar: () => import('../similar-docs.ts'),
  trends: () => import('../facets/trends.ts'),
};
export type PartName = keyof typeof partLoaders;
type Part = Awaited<ReturnType<(typeof partLoaders)[PartName]>>;

export class LazyParts {
  /** Undefined until they are here. */
  cards: typeof import('../markup/cards.ts') | undefined;
  date: typeof import('../facets/date-range.ts') | undefined;
  hints: typeof import('../results/empty-state.ts') | undefined;
  sheet: typeof import('./filter-drawer.ts') | undefined;
  readonly #host: LitElement;
  readonly #coming = new Map<PartName, Promise<unknown>>();
  /** Whether it is here, or failed. */
  readonly #isHere = new Map<PartName, boolean>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Here, or failed. */
  isSettled(name: PartName): boolean {
    return this.#isHere.has(name);
  }

  /** Resolves when the part, or that it failed, is on screen. */
  need(name: PartName): Promise<unknown> {
    const coming = this.#coming.get(name) ?? this.#load(name);
    this.#coming.set(name, coming);
    return coming;
  }

  async #load(name: PartName): Promise<unknown> {
    const part = await tryImport<Part>(partLoaders[name]());
    Object.assign(this, { [name]: part });
    const root = this.#host.renderRoot as ShadowRoot;
    if (part && 'styles' in part)
      root.adoptedStyleSheets.push(...[part.styles].flat().map(({ styleSheet }) => styleSheet!));
    this.#isHere.set(name, part !== undefined);
    this.refresh();
    return this.#host.updateComplete;
  }

  /** Renders again what has learnt something. */
  refresh(): void {
    this.#host.requestUpdate();
  }

  /** Stands in the place of a part that could not be loaded; undefined for one that is here or on its way. */
  failure(name: PartName, locale: Locale): TemplateResult | undefined {
    return this.#isHere.get(name) === false ? loadFailure(locale) : undefined;
  }
}
