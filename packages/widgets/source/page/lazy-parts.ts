/** Parts that load when they are first needed, and say so when they could not be loaded. */
import type { LitElement, TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { broken } from './first-paint.ts';

export const partLoaders = {
  actions: () => import('../sharing/result-actions.ts'),
  date: () => import('../facets/date-range.ts'),
  detail: () => import('../document/detail-view.ts'),
  facets: () => import('../facet-panel.ts'),
  hints: () => import('../results/hints.ts'),
  sheet: () => import('./sheet.ts'),
  similar: () => import('../similar-docs.ts'),
  trends: () => import('../facets/trends.ts'),
};
export type PartName = keyof typeof partLoaders;

export class LazyParts {
  /** Undefined until they are here. */
  date: typeof import('../facets/date-range.ts') | undefined;
  hints: typeof import('../results/hints.ts') | undefined;
  sheet: typeof import('./sheet.ts') | undefined;
  readonly #host: LitElement;
  /** Whether it is here; null while it is on its way. */
  readonly #state = new Map<PartName, boolean | null>();

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** Here, or failed. */
  isSettled(name: PartName): boolean {
    return typeof this.#state.get(name) === 'boolean';
  }

  need(name: PartName): void {
    if (this.#state.has(name)) return;
    const tell = (next: boolean) => {
      this.#state.set(name, next);
      this.#host.requestUpdate();
    };
    const root = this.#host.renderRoot as ShadowRoot;
    this.#state.set(name, null);
    partLoaders[name]().then(
      (part) => {
        Object.assign(this, { [name]: part });
        if ('styles' in part) root.adoptedStyleSheets.push(part.styles.styleSheet!);
        tell(true);
      },
      () => tell(false),
    );
  }

  /** Renders again what has learnt something. */
  refresh(): void {
    this.#host.requestUpdate();
  }

  /** Stands in the place of a part that could not be loaded; undefined for one that is here or on its way. */
  failure(name: PartName, locale: Locale): TemplateResult | undefined {
    return this.#state.get(name) === false ? broken(locale) : undefined;
  }
}
