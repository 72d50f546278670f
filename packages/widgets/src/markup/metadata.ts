/** Metadata of a document: a line with type, date and details, and the display form of a detail. */
import type { ConfigurationSettings, FacetGroup, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing } from 'lit';
import { isTime, type Locale } from '../locale/locale.ts';
import { dateFacet, identify, isRange, languageFacet } from '../store/facet-values.ts';

/** More details would be longer than the line of most results. */
const MAX_DETAILS = 2;
const MAX_VALUES_PER_DETAIL = 3;

interface MetadataView {
  locale: Locale;
  settings: ConfigurationSettings;
}

/** Type, date and first text details of a document, and its language if the page has another one. */
export function facts(document: RetrievedDocument, { locale, settings }: MetadataView): string[] {
  // Numbers are unclear without their labels, so only the detail view shows them. The language is the last fact.
  const isText = ({ field }: FacetGroup) => !isRange(field) && field !== languageFacet;
  const textDetails = document.documentDetails.filter(isText).slice(0, MAX_DETAILS);
  const details = textDetails.map(({ field, facets }) => {
    const values = facets.slice(0, MAX_VALUES_PER_DETAIL);
    return locale.join(values.map((value) => identify(field, value).name));
  });
  const date = isTime(document.date) ? locale.date(document.date, settings.result.dateFormat) : '';
  const language = locale.otherLanguage(document.language ?? '');
  return [...new Set([document.type, date, ...details, language].filter(Boolean))];
}

export function metadataLine(document: RetrievedDocument, view: MetadataView) {
  // The space before the dot does not break, so that no line begins with the dot.
  const dot = html`&nbsp;<span aria-hidden="true">·</span> `;
  const items = facts(document, view).map((fact, index) => html`${index ? dot : nothing}<bdi>${fact}</bdi>`);
  return items.length ? html`<p class="facts" part="facts">${items}</p>` : nothing;
}

export type DateStyle = ConfigurationSettings['result']['dateFormat'];

/** Display form of a value of a detail: a localized date or number, otherwise `name` as it is written. */
export function detailText(name: string, field: string, locale: Locale, style: DateStyle): string {
  if (!isRange(field)) return name;
  if (/^\d{4}-\d\d-\d\d/.test(name) || (field === dateFacet && /^\d{4}$/.test(name))) {
    const time = timeOf(name);
    return Number.isNaN(time) ? name : locale.date(time, style);
  }
  return Number.isFinite(Number(name)) ? locale.figure(Number(name)) : name;
}

/** The instant of an ISO date. A time without a zone counts as UTC: dates are shown in UTC, so it appears as written. */
const timeOf = (date: string): number => Date.parse(/[T ][\d:.]+$/.test(date) ? `${date}Z` : date);
