/** Reference page of the languages of the interface and of the search. */
import { analyzedLanguages } from '@semantic-search/query/analysis';
import { localeLoaders } from '../../packages/widgets/src/locale/locale-loaders.ts';
import { browserBlocks } from './browsers.ts';
import { code, type Page, paragraph, table } from './page.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** Codes that have the texts of another one. */
const ALIASES = ['nn', 'no'];

export function languagesPage(): Page {
  const offered = ['en', ...Object.keys(localeLoaders)].filter((tag) => !ALIASES.includes(tag));
  return {
    name: 'languages-and-browsers',
    title: 'Languages and browsers',
    description: 'Languages of the interface and of the search, and the oldest supported browsers.',
    blocks: [
      '## Languages of the interface',
      paragraph(
        `The widgets have texts in ${offered.length} languages. The nearest \`lang\` attribute selects the language; other languages get English. Nynorsk (\`nn\`) and Norwegian (\`no\`) get Bokmål. Arabic, Hebrew and Persian are written from right to left. The editor is in English.`,
      ),
      table(
        ['Tag', 'Language'],
        offered.toSorted().map((tag) => [code(tag), names.of(tag) ?? tag]),
      ),
      '## Languages of the search',
      paragraph(
        'Documents and thesauri may have any language: unknown languages are searched by whole words. For the languages below, the search also recognizes inflected forms (stemming), and ignores words without meaning (stop words) in sentences.',
      ),
      table(
        ['Tag', 'Language', 'Stemming', 'Stop words'],
        analyzedLanguages
          .toSorted((a, b) => (a.code < b.code ? -1 : 1))
          .map(({ code: tag, hasStemmer }) => [
            code(tag),
            names.of(tag) ?? tag,
            hasStemmer ? 'yes' : 'no',
            'yes',
          ]),
      ),
      ...browserBlocks(),
    ],
  };
}
