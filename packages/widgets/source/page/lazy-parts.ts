/** Parts that load when they are first needed, and say so when they could not be loaded. */
import { type CSSResult, html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';

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

export class LazyParts implements ReactiveController {
  /** Undefined until they are here. */
  date: typeof import('../facets/date-range.ts') | undefined;
  hints: typeof import('../results/hints.ts') | undefined;
  sheet: typeof import('./sheet.ts') | undefined;
  readonly #host: LitElement;
  readonly #state = new Map<PartName, 'coming' | 'here' | 'failed'>();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Here, or failed. */
  isSettled(name: PartName): boolean {
    const state = this.#state.get(name);
    return state === 'here' || state === 'failed';
  }

  need(name: PartName): void {
    if (this.#state.has(name)) return;
    const tell = (next: 'here' | 'failed') => {
      this.#state.set(name, next);
      this.#host.requestUpdate();
    };
    this.#state.set(name, 'coming');
    partLoaders[name]().then(
      (part) => {
        if ('hints' in part) this.hints = part;
        if ('dateRange' in part) this.date = part;
        if ('sheet' in part) this.sheet = part;
        if ('styles' in part) this.#dress(part.styles);
        tell('here');
      },
      () => tell('failed'),
    );
  }

  #dress({ styleSheet }: CSSResult): void {
    (this.#host.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet!);
  }

  /** Renders again what has learnt something. */
  refresh(): void {
    this.#host.requestUpdate();
  }

  /**
   * Stands in the place of a part that could not be loaded; undefined for one that is here or on its way. Browsers
   * remember a module that failed, so the page is loaded again; its address holds where the visitor was.
   */
  failure(name: PartName, locale: Locale): TemplateResult | undefined {
    if (this.#state.get(name) !== 'failed') return undefined;
    return html`<div class="state failure" part="error" role="alert">
      <p class="state-title">${locale.text('partFailed')}</p>
      <button class="button" type="button" @click=${() => location.reload()}>${locale.text('retry')}</button>
    </div>`;
  }
}
