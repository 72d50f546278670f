/** Presenter: documents as responses contain them, with snippets, highlights and facet values. */
import type { IndexedThesaurus } from '@semantic-search/query';
import { type Analyzer, canonicalLanguageTag } from '@semantic-search/query/analysis';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { MatchingText, ResultDocument, SearchQuery, Span } from '../api.ts';
import { type FacetSource, findFacet } from '../facets/find-facet.ts';
import type { Attribute, Attributes } from '../index/attributes.ts';
import { facetValueOf } from '../index-writing/document-attributes.ts';
import { dateLabel, formatDay, parseDate } from '../index-writing/document-dates.ts';
import { fullText } from '../index-writing/document-sections.ts';
import { documentSubjects } from '../index-writing/indexable-document.ts';
import type { StoredDocument } from '../storage/documents.ts';
import type { DocumentInput } from '../writable-space.ts';
import { analyzerOf, type HighlightTargets, highlighter } from './highlighter.ts';
import { matchingSections } from './matching-sections.ts';
import { snippet } from './snippet.ts';

/** The parts of a search space that the presentation of its documents needs; a reader of the index has them. */
export interface PresenterContext {
  attributes: Attributes;
  termDictionary: { languages: readonly Analyzer[] };
  indexedThesaurus: IndexedThesaurus;
}

export type PresentedDocument = Omit<StoredDocument, 'key' | 'guessedAmong'>;

type PresentationQuery = Pick<SearchQuery, 'language' | 'wholeTexts' | 'documentFacets' | 'summaryLength'>;

/** Returns a function that presents one document after another: with `wholeTexts: 'first'`, only the first has its texts. */
export function presenter(
  { attributes, termDictionary: { languages }, indexedThesaurus: { thesaurus } }: PresenterContext,
  targets: HighlightTargets,
  { language, wholeTexts, documentFacets, summaryLength }: PresentationQuery,
): (stored: PresentedDocument, score: number) => ResultDocument {
  const highlight = highlighter(targets, languages);
  const sources = documentFacets.flatMap((reference) => {
    const source = findFacet(reference, { attributes, thesaurus });
    return source ? [{ reference, source }] : [];
  });
  /** Whether the next document has its texts: the first one only, or all. */
  let hasTexts = wholeTexts !== undefined;
  return (stored, score) => {
    const { content } = stored;
    const languageTag = canonicalLanguageTag(content.language);
    const title = content.title ?? '';
    const text = content.description || withoutTitle(fullText(content), title);
    // A snippet starts at or before the first match, so matches beyond its length are not needed.
    const spans = summaryLength > 0 ? highlight(text, languageTag, summaryLength) : [];
    const summary = snippet(text, spans, summaryLength);
    const analyzer = analyzerOf(languageTag, languages);
    const sections = matchingSections(content, languageTag, { highlight, analyzer }, summaryLength);
    const texts = hasTexts ? matchingTexts(content, (part) => highlight(part, languageTag)) : undefined;
    hasTexts &&= wholeTexts === 'all';
    return {
      id: stored.id,
      title,
      description: summary.text,
      link: content.link ?? '',
      date: parseDate(content.date, content.language),
      written: stored.written,
      image: content.image ?? null,
      language: languageTag ?? null,
      type: content.type ?? '',
      facets: sources.flatMap(({ reference, source }) => {
        const values = facetValues(stored, source, thesaurus, language);
        return values.length > 0 ? [{ reference, field: source.facet.field, values }] : [];
      }),
      highlights: { title: highlight(title, languageTag), description: summary.spans },
      ...(sections.length > 0 && { sections }),
      ...(texts && { texts }),
      score,
    };
  };
}

/** V8 rejects long patterns, for example of 40,000 characters. */
const MAX_REPEATED_TITLE_LENGTH = 1000;
/** Maximum length of one document's texts, in UTF-16 units. Reading 50 such documents takes about half a second. */
const MAX_PASSAGE_TEXT = 50_000;

/** The text without lines that repeat the title, which a result already shows; headings may have a number. */
function withoutTitle(text: string, title: string): string {
  if (title === '' || title.length > MAX_REPEATED_TITLE_LENGTH) return text;
  return text.replaceAll(new RegExp(`^(?:[\\d.]+ )?${title.replaceAll(/\W/g, '\\$&')}\n`, 'gim'), '');
}

/** The matching sections of a document, or its text if it has no sections; the first section if nothing matches. */
export function matchingTexts(
  content: Pick<DocumentInput, 'sections' | 'text' | 'description'>,
  mark: (text: string) => Span[],
): MatchingText[] {
  const wholeText = { anchor: '', heading: '', text: content.text || content.description || '' };
  let remaining = MAX_PASSAGE_TEXT;
  const texts = (content.sections?.length ? content.sections : [wholeText]).map((section) => {
    const { anchor, heading } = section;
    const text = section.text.slice(0, remaining);
    remaining -= text.length;
    return { anchor, heading, text, highlights: { heading: mark(heading), text: mark(text) } };
  });
  const matching = texts.filter(({ highlights }) => highlights.heading.length + highlights.text.length > 0);
  return matching.length > 0 ? matching : texts.slice(0, 1);
}

/** Distinct concepts that a document is tagged with, manually or automatically. */
export function conceptsOf(stored: Pick<StoredDocument, 'content' | 'extracted'>, thesaurus: Thesaurus) {
  return [...new Set(documentSubjects(stored).flatMap((uri) => thesaurus.resolve(uri) ?? []))];
}

function facetValues(
  stored: PresentedDocument,
  source: FacetSource,
  thesaurus: Thesaurus,
  language: string | undefined,
): { label: string; value: string | null }[] {
  if (source.kind === 'concept') {
    return conceptsOf(stored, thesaurus)
      .filter((concept) => source.tree.within[concept] === 1)
      .map((concept) => ({ label: thesaurus.label(concept, language), value: thesaurus.uri(concept) }));
  }
  const { name } = source.attribute;
  if (name === 'date' && source.kind === 'number') {
    const label = dateLabel(stored.content.date, stored.content.language);
    return label === null ? [] : [{ label, value: null }];
  }
  const labels = attributeLabels(stored.content[name], source.attribute);
  return [...new Set(labels)].map((label) => ({ label, value: null }));
}

function attributeLabels(value: DocumentInput[string], { name, kind }: Attribute): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((attributeValue) => {
    const facetValue = facetValueOf(attributeValue, name);
    if (facetValue?.kind !== kind) return [];
    if (facetValue.kind !== 'date') return [String(facetValue.value)];
    return [dateLabel(`${attributeValue}`) ?? formatDay(facetValue.value)];
  });
}
