/** Similar documents, and recommended documents without duplicates. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import '../similar-docs.ts';

interface RecommendationsView {
  /** A store whose settings have loaded. */
  store: SearchStore;
  locale: Locale;
  /** Level of the headings. */
  level: number;
  /** IDs of the similar documents on screen. */
  similarIds: ReadonlySet<string>;
  onSimilarLoaded(documents: readonly RetrievedDocument[]): void;
}

const noIds: ReadonlySet<string> = new Set();

export function recommendations(
  uri: string,
  { store, locale, level, similarIds, onSimilarLoaded }: RecommendationsView,
): TemplateResult {
  const { details } = store.settings!;
  const { showSimilar, showSimilarAsImage, numberOfSimilar } = details;
  const { showRecommendations, recommender, showRecommendedAsImage, numberOfRecommendations } = details;
  return html`${
    showSimilar
      ? html`<similar-docs
          exportparts="similar, similar-title"
          .store=${store}
          .locale=${locale}
          .uri=${uri}
          .number=${numberOfSimilar}
          .asImages=${showSimilarAsImage}
          .headingLevel=${level}
          @documents=${({ detail }: CustomEvent<RetrievedDocument[]>) => onSimilarLoaded(detail)}
        ></similar-docs>`
      : nothing
  }${
    showRecommendations && recommender
      ? html`<similar-docs
          exportparts="similar, similar-title"
          .store=${store}
          .locale=${locale}
          .uri=${uri}
          .number=${numberOfRecommendations}
          .recommender=${recommender}
          .excluded=${showSimilar ? similarIds : noIds}
          .asImages=${showRecommendedAsImage}
          .headingLevel=${level}
        ></similar-docs>`
      : nothing
  }`;
}
