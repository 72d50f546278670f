/** Website of the invented town Orvingen: 100 subjects in three languages, and visitors' questions. */
import { readFileSync } from 'node:fs';
import type { Fetcher } from '../../src/index.ts';
import { type Category, type Page, readPages } from './municipal-pages.fixture.ts';

export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

export interface Question {
  language: Language;
  text: string;
  /** Addresses of the pages that answer it. */
  answers: string[];
}

interface Words {
  town: string;
  categories: string;
  language: string;
  related: string;
  helpful: [string, string, string];
  contact: string;
  search: string;
}

const BASE = 'https://www.orvingen.example/';
const words: Record<Language, Words> = {
  en: {
    town: 'Town of Orvingen',
    categories: 'Services',
    language: 'English',
    related: 'See also',
    helpful: ['Was this page helpful?', 'Yes', 'No'],
    contact: 'Town hall, Corn Market 1, Orvingen. Imprint, privacy, accessibility, newsletter',
    search: 'Search',
  },
  de: {
    town: 'Stadt Orvingen',
    categories: 'Dienstleistungen',
    language: 'Deutsch',
    related: 'Siehe auch',
    helpful: ['War diese Seite hilfreich?', 'Ja', 'Nein'],
    contact: 'Rathaus, Kornmarkt 1, Orvingen. Impressum, Datenschutz, Barrierefreiheit, Newsletter',
    search: 'Suche',
  },
  fr: {
    town: 'Ville d’Orvingen',
    categories: 'Services',
    language: 'Français',
    related: 'Voir aussi',
    helpful: ['Cette page vous a-t-elle aidé ?', 'Oui', 'Non'],
    contact: 'Mairie, 1 place aux Grains, Orvingen. Mentions légales, données personnelles, accessibilité',
    search: 'Recherche',
  },
};

/** HTML by address: the home page of each language links to all its pages. */
export function municipalSite(): Map<string, string> {
  const site = new Map<string, string>();
  for (const language of languages) {
    const categories = readPages(readText(`pages.${language}.txt`));
    site.set(addressOf(language, ''), homePage(language, categories));
    for (const category of categories)
      for (const page of category.pages)
        site.set(addressOf(language, page.slug), subjectPage(language, categories, category, page));
  }
  return site;
}

export function municipalQuestions(): Question[] {
  let language: Language = 'en';
  const questions: Question[] = [];
  for (const line of readText('questions.txt').trim().split('\n')) {
    if (line.startsWith('@ ')) language = line.slice(2) as Language;
    else {
      const [text, slugs] = line.split(' | ') as [string, string];
      const own = language;
      questions.push({ language, text, answers: slugs.split(' ').map((slug) => addressOf(own, slug)) });
    }
  }
  return questions;
}

/** Words of the questions that the pages do not use, with those that they use; CSV. */
export const municipalSynonyms = () => readText('synonyms.csv');

/** Serves the pages from memory. */
export function fetcherOf(site: ReadonlyMap<string, string>): Fetcher {
  const encoder = new TextEncoder();
  return {
    async fetch({ address }) {
      const html = site.get(address);
      const body = encoder.encode(html ?? '');
      return { status: html === undefined ? 404 : 200, contentType: 'text/html; charset=utf-8', body };
    },
  };
}

export function addressOf(language: Language, slug: string): string {
  return slug === '' ? `${BASE}${language}` : `${BASE}${language}/${slug}`;
}

function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function homePage(language: Language, categories: Category[]): string {
  const { town } = words[language];
  const lists = categories.map(
    ({ id, title, pages }) => `<h2 id="${id}">${title}</h2><ul>${links(language, pages)}</ul>`,
  );
  return document(language, '', town, categories, `<h1>${town}</h1>${lists.join('\n')}`);
}

function subjectPage(language: Language, categories: Category[], category: Category, page: Page): string {
  const { related, helpful, town, categories: services } = words[language];
  const [question, yes, no] = helpful;
  const at = category.pages.indexOf(page);
  const neighbors = [
    ...category.pages.slice(Math.max(0, at - 2), at),
    ...category.pages.slice(at + 1, at + 3),
  ];
  const crumbs = [services, category.title, page.title]
    .map((name) => `<li itemprop="itemListElement" itemscope><span itemprop="name">${name}</span></li>`)
    .join('');
  const content = page.html.replaceAll('href="', `href="/${language}/`);
  return document(
    language,
    page.slug,
    `${page.title} | ${town}`,
    categories,
    `<h1>${page.title}</h1>
<div class="content">${content}</div>
<form action="/feedback" method="post"><p>${question}</p><button>${yes}</button> <button>${no}</button></form>`,
    `<nav aria-label="Breadcrumb"><ol itemscope itemtype="https://schema.org/BreadcrumbList">${crumbs}</ol></nav>`,
    `<aside><h2>${related}</h2><ul>${links(language, neighbors)}</ul></aside>`,
  );
}

const links = (language: Language, pages: Page[]) =>
  pages.map(({ slug, title }) => `<li><a href="${addressOf(language, slug)}">${title}</a></li>`).join('');

function document(
  language: Language,
  slug: string,
  title: string,
  categories: Category[],
  main: string,
  before = '',
  after = '',
): string {
  const { town, search, contact } = words[language];
  const translations = languages.map(
    (each) =>
      `<a lang="${each}" hreflang="${each}" href="${addressOf(each, slug)}">${words[each].language}</a>`,
  );
  const menu = categories.map(
    ({ id, title }) => `<li><a href="${addressOf(language, '')}#${id}">${title}</a></li>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title>
<meta property="og:site_name" content="${town}">
<style>body { font: 1rem sans-serif }</style></head>
<body>
<header><a href="${addressOf(language, '')}">${town}</a>${translations.join(' ')}
<form role="search"><input name="q" aria-label="${search}"><button>${search}</button></form></header>
<nav aria-label="${town}"><ul>${menu.join('')}</ul></nav>
${before}
<main>${main}</main>
${after}
<footer><p>${contact}</p></footer>
<script>document.documentElement.className = 'js';</script>
</body></html>`;
}
