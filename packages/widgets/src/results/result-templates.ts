/** Custom result template: renders the owner's `<template slot="result">` per result. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import type { Locale } from '../locale/locale.ts';
import { highlightSpans } from '../markup/highlights.ts';
import { safeImage, safeLink } from '../markup/safe-url.ts';
import { identify } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import type { UrlSync } from '../url-state/url-sync.ts';
import type { ResultsView } from './view-model.ts';

/** Those that were put there by `fillTemplates`: a page may have elements of its own with such a name. */
const ownResults = ':scope > [slot^="result-"][data-result]';

interface Filling {
  document: RetrievedDocument;
  locale: Locale;
  dateFormat: ConfigurationSettings['result']['dateFormat'];
  /** Address of the detail view; undefined where it has none. */
  address: string | undefined;
  choose(event: Event): void;
}

/** Puts one element per result into `host`, in the slots `result-0`, `result-1`, … and takes former ones out. */
export function fillTemplates(
  host: HTMLElement & { readonly locale: Locale },
  template: HTMLTemplateElement,
  { response, query, settings }: SearchStore,
  { address, actions }: { address: UrlSync; actions: Pick<ResultsView, 'choose'> },
): void {
  for (const former of host.querySelectorAll(ownResults)) former.remove();
  const { locale } = host;
  const { dateFormat } = settings!.result;
  const fill = (document: RetrievedDocument, position: number) => {
    const choose = (event: Event) => actions.choose(event, document, position);
    const own = address.link({ query, document: document.id });
    return filled(template, { document, locale, dateFormat, address: own, choose }, position);
  };
  host.append(...response!.result.map(fill));
}

function filled(template: HTMLTemplateElement, filling: Filling, position: number): HTMLElement {
  const place = document.createElement('div');
  place.slot = `result-${position}`;
  place.dataset.result = filling.document.id;
  // React and Vue put the children of a template beside its content.
  for (const part of [template.content, ...template.children]) place.append(part.cloneNode(true));
  for (const element of place.querySelectorAll<HTMLElement>('[data-if]'))
    if (!textOf(filling, element.dataset.if!)) element.remove();
  for (const element of place.querySelectorAll<HTMLElement>('[data-text]')) write(element, filling);
  for (const image of place.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    const source = safeImage(filling.document.image);
    if (source) image.src = source;
    else image.remove();
  }
  for (const link of place.querySelectorAll<HTMLAnchorElement>('a[data-link]')) {
    const source = safeLink(filling.document.link);
    const isSource = link.dataset.link === 'source';
    const href = (isSource ? source : filling.address) ?? filling.address ?? source;
    if (href) link.href = href;
    else Object.assign(link, { role: 'button', tabIndex: 0 });
    if (!isSource || !href) link.addEventListener('click', filling.choose);
    link.dataset.document = filling.document.id;
  }
  return place;
}

/** What a template calls `name`, as people read it: a member of the document, or one of its details by label. */
function textOf({ document, locale, dateFormat }: Filling, name: string): string {
  const { title, description, type, language = '', date } = document;
  const details = document.documentDetails.find(({ label }) => label === name);
  if (details) return locale.listed(details.facets.map((refiner) => identify(details.field, refiner).name));
  if (name === 'date') return typeof date === 'number' ? locale.date(date, dateFormat) : '';
  if (name === 'image') return safeImage(document.image) ?? '';
  if (name === 'link') return safeLink(document.link) ?? '';
  const members: Record<string, string> = { title: title || document.id, description, type, language };
  return Object.hasOwn(members, name) ? members[name]! : '';
}

/** Text nodes only; what was found is set in `<mark>`. */
function write(element: HTMLElement, filling: Filling): void {
  const name = element.dataset.text!;
  const { highlights } = filling.document;
  const spans = name === 'title' || name === 'description' ? highlights?.[name] : undefined;
  const mark = (part: string) => {
    const found = document.createElement('mark');
    found.textContent = part;
    return found;
  };
  element.replaceChildren(...highlightSpans<Node>(textOf(filling, name), spans, mark));
}
