/** Similar documents, and recommended documents without duplicates. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import '../similar-docs.ts';

interface FurtherView {
  /** Its settings have come. */
  store: SearchStore;
  locale: Locale;
  /** Level of the headings. */
  level: number;
  /** Ids of the similar ones that are shown. */
  similar: ReadonlySet<string>;
  /** Told the similar ones that are shown. */
  same(documents: readonly RetrievedDocument[]): void;
}

const nowhere: ReadonlySet<string> = new Set();

export function furtherDocuments(
  uri: string,
  { store, locale, level, similar, same }: FurtherView,
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
          @documents=${({ detail }: CustomEvent<RetrievedDocument[]>) => same(detail)}
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
          .leftOut=${showSimilar ? similar : nowhere}
          .asImages=${showRecommendedAsImage}
          .headingLevel=${level}
        ></similar-docs>`
      : nothing
  }`;
}
