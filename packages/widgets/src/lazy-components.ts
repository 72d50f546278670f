/** Components of the page that come later, with a message in place of one that failed to load. */
import type { TemplateResult } from 'lit';
import { FacetPanel } from './facet-panel.ts';
import { loadFailure, tryImport } from './markup/failures.ts';
import type { SearchHost } from './store/search-context.ts';
import { addStyles } from './theme/base-styles.ts';

export const componentLoaders = {
  actions: () => import('./export/result-actions.ts'),
  richResults: () => import('./markup/rich-results.ts'),
  date: () => import('./facets/date-range.ts'),
  detail: () => import('./detail-view/detail-view.ts'),
  // Part of the page's chunk, because two chunks would be larger; rendered after the results are painted.
  facets: async () => ({ FacetPanel }),
  hints: () => import('./results/empty-state.ts'),
  filterDrawer: () => import('./page/filter-drawer.ts'),
  // No code: results below the first screen, which are rendered after the first paint.
  furtherResults: async () => ({}),
  similar: () => import('./similar-docs.ts'),
  trends: () => import('./facets/trends.ts'),
};
export type ComponentName = keyof typeof componentLoaders;
type Modules = { [Name in ComponentName]?: Awaited<ReturnType<(typeof componentLoaders)[Name]>> };

export class LazyComponents {
  /** The loaded modules, and undefined for one that failed. */
  readonly modules: Modules = {};
  readonly #host: SearchHost;
  readonly #loading = new Map<ComponentName, Promise<unknown>>();

  constructor(host: SearchHost) {
    this.#host = host;
  }

  /** Whether the component has loaded or failed. */
  isSettled = (name: ComponentName): boolean => name in this.modules;

  /** Loads the component; resolves when the component or its error message is rendered. */
  need(name: ComponentName): Promise<unknown> {
    const loading = this.#loading.get(name) ?? this.#load(name);
    this.#loading.set(name, loading);
    return loading;
  }

  async #load(name: ComponentName): Promise<unknown> {
    const module = await tryImport<Modules[ComponentName]>(componentLoaders[name]());
    Object.assign(this.modules, { [name]: module });
    if (module && 'styles' in module) addStyles(this.#host, ...[module.styles].flat());
    this.refresh();
    return this.#host.updateComplete;
  }

  /** Asks the host to render again. */
  refresh = (): void => this.#host.requestUpdate();

  /** Error message that replaces a component that failed to load; undefined otherwise. */
  failure(name: ComponentName): TemplateResult | undefined {
    return this.isSettled(name) && !this.modules[name] ? loadFailure(this.#host.locale) : undefined;
  }
}
