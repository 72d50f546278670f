/** Lazy imports of the languages, separate so that English pages do not load the list. */
import type { Messages } from './locale.ts';

export const loaders: Record<string, () => Promise<{ messages: Messages }>> = {
  ar: () => import('./languages/ar.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  fa: () => import('./languages/fa.ts'),
  fi: () => import('./languages/fi.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hu: () => import('./languages/hu.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ko: () => import('./languages/ko.ts'),
  nb: () => import('./languages/nb.ts'),
  // Nynorsk falls back to Bokmål instead of English.
  nn: () => import('./languages/nb.ts'),
  no: () => import('./languages/nb.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sv: () => import('./languages/sv.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  zh: () => import('./languages/zh.ts'),
  'zh-Hant': () => import('./languages/zh-Hant.ts'),
};
