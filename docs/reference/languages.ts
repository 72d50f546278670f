/** Reference page of the languages of the interface and of the search. */
import { analyzedLanguages, analyzerFor } from '@semantic-search/query/analysis';
import { inflectedPairs } from '../../packages/engine/test/support/inflected-pairs.ts';
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
        `The widgets have texts in ${offered.length} languages. The nearest \`lang\` attribute selects the language, on most pages \`<html lang>\`; other languages get English. Nynorsk (\`nn\`) and Norwegian (\`no\`) get Bokmål. Arabic, Hebrew and Persian are written from right to left. The main user interface, the studio and the editor have the same languages.`,
      ),
      paragraph(
        '[Interface texts](../how-to/interface-texts.md) replaces single texts. `heading` changes the title, a [slot](../how-to/result-template.md#slots) replaces the message for no results, and another slot adds to error messages. *Titles by language* in the editor sets the titles of filters and details for visitors in other languages, such as `"titles": { "de": "Art" }`. Labels of concepts come from the thesaurus, in the language of the page.',
      ),
      table(
        ['Tag', 'Language'],
        offered.toSorted().map((tag) => [code(tag), names.of(tag) ?? tag]),
      ),
      '## Languages of the search',
      paragraph(
        'Documents and thesauri may have any language: unknown languages are searched by whole words. For the languages below, the search also recognizes inflected forms (stemming), and ignores words without meaning (stop words) in sentences. A document without `language`, or with an invalid one, gets the language that is detected from its text.',
      ),
      table(
        ['Tag', 'Language', 'Stemming', 'Stop words', 'Forms found'],
        analyzedLanguages
          .toSorted((a, b) => (a.code < b.code ? -1 : 1))
          .map(({ code: tag, hasStemmer, hasStopWords }) => [
            code(tag),
            names.of(tag) ?? tag,
            hasStemmer ? 'yes' : 'no',
            hasStopWords ? 'yes' : 'no',
            formsFound(tag),
          ]),
      ),
      paragraph(
        '*Forms found* says how many of twenty pairs of word forms find each other. `packages/engine/test/support/inflected-pairs.ts` lists the pairs, which include irregular forms. Only languages with light stemmers have this figure. Hebrew is searched by whole words, because no library for Node.js stems it.',
      ),
      paragraph(
        'Spellings that writers use for each other match, in all languages: Arabic and Persian forms of the same letter, even without dots, hamza and vowel signs; decimal digits of all scripts; letters with and without accents, `ё` and `е`, `ı` and `i`; half-width and full-width characters; words with invisible characters, such as soft hyphens and variation selectors; German gender forms with a star, colon, underscore, slash or inner capital; Hiragana and Katakana; simplified, traditional and Japanese forms of the same character (`图`, `圖` and `図`).',
      ),
      '## Pages in several languages',
      paragraph(
        'Make one document per language, each with its own `id`, `link` and `language`. All can be in one search space. A thesaurus with labels in several languages connects them: a query in one language finds the concept, and documents of all languages that are tagged with it. Offer the attribute `language` as a facet, or use a search space and a configuration per language if visitors should see only their own.',
      ),
      ...browserBlocks(),
    ],
  };
}

/** Pairs with equal stems; empty for languages without a list. */
function formsFound(code: string): string {
  const list = inflectedPairs.find(({ language }) => language === code);
  if (!list) return '';
  const { stem } = analyzerFor(code);
  const found = list.pairs.filter(([one, other]) => stem(one) === stem(other));
  return `${found.length} of ${list.pairs.length}`;
}
