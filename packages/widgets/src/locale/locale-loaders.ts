/** Lazy imports of the languages: each is loaded on the pages in this language. */
import type { Messages } from './locale.ts';

export const localeLoaders: Record<string, () => Promise<{ default: Messages }>> = {
  ar: () => import('./languages/ar.json', { with: { type: 'json' } }),
  cs: () => import('./languages/cs.json', { with: { type: 'json' } }),
  da: () => import('./languages/da.json', { with: { type: 'json' } }),
  de: () => import('./languages/de.json', { with: { type: 'json' } }),
  el: () => import('./languages/el.json', { with: { type: 'json' } }),
  es: () => import('./languages/es.json', { with: { type: 'json' } }),
  fa: () => import('./languages/fa.json', { with: { type: 'json' } }),
  fi: () => import('./languages/fi.json', { with: { type: 'json' } }),
  fr: () => import('./languages/fr.json', { with: { type: 'json' } }),
  he: () => import('./languages/he.json', { with: { type: 'json' } }),
  hu: () => import('./languages/hu.json', { with: { type: 'json' } }),
  it: () => import('./languages/it.json', { with: { type: 'json' } }),
  ja: () => import('./languages/ja.json', { with: { type: 'json' } }),
  ko: () => import('./languages/ko.json', { with: { type: 'json' } }),
  nb: () => import('./languages/nb.json', { with: { type: 'json' } }),
  // Nynorsk falls back to Bokmål instead of English.
  nn: () => import('./languages/nb.json', { with: { type: 'json' } }),
  no: () => import('./languages/nb.json', { with: { type: 'json' } }),
  nl: () => import('./languages/nl.json', { with: { type: 'json' } }),
  pl: () => import('./languages/pl.json', { with: { type: 'json' } }),
  pt: () => import('./languages/pt.json', { with: { type: 'json' } }),
  ro: () => import('./languages/ro.json', { with: { type: 'json' } }),
  ru: () => import('./languages/ru.json', { with: { type: 'json' } }),
  sv: () => import('./languages/sv.json', { with: { type: 'json' } }),
  tr: () => import('./languages/tr.json', { with: { type: 'json' } }),
  uk: () => import('./languages/uk.json', { with: { type: 'json' } }),
  zh: () => import('./languages/zh.json', { with: { type: 'json' } }),
  'zh-Hant': () => import('./languages/zh-Hant.json', { with: { type: 'json' } }),
};
