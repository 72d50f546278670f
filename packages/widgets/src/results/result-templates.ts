/** Custom results: the owner's `<template slot="result">`, filled for each result. */
import type { RetrievedDocument } from '@semantic-search/contract';
import { valueName } from '../facets/range-syntax.ts';
import { isTime, type Locale } from '../locale/locale.ts';
import { highlightSpans, titleOf } from '../markup/document-parts.ts';
import type { DateStyle } from '../markup/metadata.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { ResultsView } from './view-model.ts';

/** The elements that `renderTemplates` has added; the page may have other elements in such slots. */
const renderedResults = ':scope > [slot^="result-"][data-result]';

interface TemplateData {
  document: RetrievedDocument;
  locale: Locale;
  dateFormat: DateStyle;
  /** URL of the detail view; undefined if URL sync is disabled. */
  detailUrl: string | undefined;
  choose(event: Event): void;
}

/** Renders one element per result into the slots `result-0`, `result-1`, … of `host`; replaces the previous ones. */
export function renderTemplates(
  host: HTMLElement & { readonly locale: Locale },
  template: HTMLTemplateElement,
  { response, query, settings }: SearchStore,
  { urlSync, actions }: { urlSync: UrlSync; actions: Pick<ResultsView, 'choose'> },
): void {
  for (const previous of host.querySelectorAll(renderedResults)) previous.remove();
  const { locale } = host;
  const { dateFormat } = settings!.result;
  const render = (document: RetrievedDocument, position: number) => {
    const choose = (event: Event) => actions.choose(event, document, position);
    const detailUrl = urlSync.linkTo({ query, document: document.id });
    return renderTemplate(template, { document, locale, dateFormat, detailUrl, choose }, position);
  };
  host.append(...response!.result.map(render));
}

/** Fills a copy of the template: `data-if`, `data-text`, `data-src` and `data-link`, as the README describes them. */
function renderTemplate(template: HTMLTemplateElement, data: TemplateData, position: number): HTMLElement {
  const container = document.createElement('div');
  container.slot = `result-${position}`;
  container.dataset.result = data.document.id;
  // React and Vue append children to the template element instead of its content.
  for (const part of [template.content, ...template.children]) container.append(part.cloneNode(true));
  const all = <Item extends HTMLElement>(selector: string) => container.querySelectorAll<Item>(selector);
  for (const element of all('[data-if]')) if (!textOf(data, element.dataset.if!)) element.remove();
  for (const element of all('[data-text]')) setText(element, data);
  for (const image of all<HTMLImageElement>('img[data-src]')) {
    if (data.document.image) image.src = data.document.image;
    else image.remove();
  }
  for (const link of all<HTMLAnchorElement>('a[data-link]')) setLink(link, data);
  return container;
}

/** Sets the address. Each kind of link leads to the other address if its own is missing. */
function setLink(link: HTMLAnchorElement, { document, detailUrl, choose }: TemplateData): void {
  const source = safeLink(document.link);
  const leadsToSource = link.dataset.link === 'source';
  const href = leadsToSource ? (source ?? detailUrl) : (detailUrl ?? source);
  if (href) link.href = href;
  else Object.assign(link, { role: 'button', tabIndex: 0 });
  if (!leadsToSource || !href) link.addEventListener('click', choose);
  link.dataset.document = document.id;
}

/** The display text of a member of the document, or of a detail with the label `name`. */
function textOf({ document, locale, dateFormat }: TemplateData, name: string): string {
  const { description, type, language, image, date, link } = document;
  const detail = document.documentDetails.find(({ label }) => label === name);
  if (detail) return locale.join(detail.facets.map((value) => valueName(detail.field, value, locale)));
  if (name === 'title') return titleOf(document);
  if (name === 'date') return isTime(date) ? locale.date(date, dateFormat) : '';
  if (name === 'link') return safeLink(link) ?? '';
  const texts: Record<string, string | null | undefined> = { description, type, language, image };
  return (Object.hasOwn(texts, name) && texts[name]) || '';
}

/** Replaces the content by text nodes, with highlights in `<mark>`. */
function setText(element: HTMLElement, data: TemplateData): void {
  const name = element.dataset.text!;
  const { highlights } = data.document;
  const spans = name === 'title' || name === 'description' ? highlights?.[name] : undefined;
  const wrap = (part: string) => Object.assign(document.createElement('mark'), { textContent: part });
  element.replaceChildren(...highlightSpans<Node>(textOf(data, name), spans, wrap));
}
