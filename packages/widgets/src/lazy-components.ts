/** Lazily loaded components with an error message for failed imports. */
import type { LitElement, TemplateResult } from 'lit';
import { FacetPanel } from './facet-panel.ts';
import type { Locale } from './locale/locale.ts';
import { loadFailure, tryImport } from './markup/failures.ts';

export const componentLoaders = {
  actions: () => import('./export/result-actions.ts'),
  richResults: () => import('./markup/rich-results.ts'),
  date: () => import('./facets/date-range.ts'),
  detail: () => import('./detail-view/detail-view.ts'),
  // Part of the page's chunk, because two chunks would be larger; rendered after the results are painted.
  facets: async () => ({ FacetPanel }),
  hints: () => import('./results/empty-state.ts'),
  filterDrawer: () => import('./page/filter-drawer.ts'),
  // Results below the first screen: the first paint does not wait for them.
  furtherResults: async () => ({}),
  similar: () => import('./similar-docs.ts'),
  trends: () => import('./facets/trends.ts'),
};
export type ComponentName = keyof typeof componentLoaders;
type Component = Awaited<ReturnType<(typeof componentLoaders)[ComponentName]>>;

export class LazyComponents {
  /** Undefined until loaded. */
  richResults: typeof import('./markup/rich-results.ts') | undefined;
  date: typeof import('./facets/date-range.ts') | undefined;
  hints: typeof import('./results/empty-state.ts') | undefined;
  filterDrawer: typeof import('./page/filter-drawer.ts') | undefined;
  trends: typeof import('./facets/trends.ts') | undefined;
  readonly #host: LitElement;
  readonly #loading = new Map<ComponentName, Promise<unknown>>();
  /** True for a loaded component, false for a failed one. */
  readonly #isLoaded = new Map<ComponentName, boolean>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Whether the component has loaded or failed. */
  isSettled = (name: ComponentName): boolean => this.#isLoaded.has(name);

  /** Loads the component; resolves when the component or its error message is rendered. */
  need(name: ComponentName): Promise<unknown> {
    const loading = this.#loading.get(name) ?? this.#load(name);
    this.#loading.set(name, loading);
    return loading;
  }

  async #load(name: ComponentName): Promise<unknown> {
    const component = await tryImport<Component>(componentLoaders[name]());
    Object.assign(this, { [name]: component });
    const root = this.#host.renderRoot as ShadowRoot;
    if (component && 'styles' in component)
      root.adoptedStyleSheets.push(...[component.styles].flat().map(({ styleSheet }) => styleSheet!));
    this.#isLoaded.set(name, component !== undefined);
    this.refresh();
    return this.#host.updateComplete;
  }

  /** Asks the host to render again. */
  refresh = (): void => this.#host.requestUpdate();

  /** Error message that replaces a component that failed to load; undefined otherwise. */
  failure(name: ComponentName, locale: Locale): TemplateResult | undefined {
    return this.#isLoaded.get(name) === false ? loadFailure(locale) : undefined;
  }
}
