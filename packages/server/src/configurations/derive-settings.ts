/** Settings that fit the documents of a search space: facets, dates, links and details. Pure. */
import * as api from '@semantic-search/contract';
import { CATEGORY_SCHEME } from '@semantic-search/query/category-thesaurus';
import commonTitles from './common-titles.json' with { type: 'json' };
import { MAX_TITLE_LENGTH } from './merge-settings.ts';

/** Statistics of the documents in a search space. */
export interface SpaceProfile {
  /** Number of documents. */
  documents: number;
  /** Whether at least `MIN_SHARE` of the documents have a date. */
  hasDates: boolean;
  /** Share of documents with a link to a web page, from 0 to 1, estimated from the newest ones. */
  linkShare: number;
  /** Tags of the languages of at least `MIN_SHARE` of the documents, such as `de`; the most frequent one first. */
  languages: readonly string[];
  facets: FacetProfile[];
}

/** The values that documents have in one facet. */
export interface FacetProfile {
  uri: string;
  label: string;
  kind: 'tree' | 'concepts' | 'literals' | 'range';
  /** Number of values; for a tree, of its first level. Counted up to `MAX_PROFILED_VALUES` + 1. */
  values: number;
  /** Number of values that at least `MIN_SHARE` of the documents have. */
  frequent: number;
  /** Number of documents with the most frequent value. */
  mostFrequent: number;
  /** Sum of the document counts of all values, at most the number of documents in the space. */
  withValue: number;
}

type DerivedSettings = Pick<api.ConfigurationSettings, 'result' | 'filter' | 'details'>;

/** Visitors do not read longer lists of values, facets and details. Further values of a facet are not counted. */
export const MAX_PROFILED_VALUES = 100;
const MAX_FACETS = 8;
const MAX_DETAILS = 12;
/** A facet needs an attribute that this share of the documents has, and two values that reach this share. */
export const MIN_SHARE = 0.05;
/** If at least this share of the documents has links, titles open the page instead of the detail view. */
const MIN_LINK_SHARE = 0.9;
/** Longer lists of values have a search field, because they do not fit on a screen. */
const MAX_UNSEARCHED_VALUES = 12;

/** Attribute with the date of a document. */
const DATE = 'date';
/** Attribute with the source of a document. A search of several sites has a tab for each source. */
const SITE = 'site';
/** Attribute with the language that a document declares. */
const LANGUAGE = 'language';
/** Attributes with paths of categories. */
const CATEGORY_PATHS = new Set(['breadcrumbs', 'categories']);

/** The groups of settings that depend on documents; `layout` and the rest have no better value than the default. */
export function deriveSettings({ facets: allFacets, ...space }: SpaceProfile): DerivedSettings {
  const profile = { ...space, facets: withoutCategoryPaths(allFacets) };
  const { result, filter, details } = api.defaultSettings;
  const facets = profile.facets.filter((facet) => isUseful(facet, profile)).sort(inReadingOrder);
  const shownFacets = facets.slice(0, MAX_FACETS);
  const hasConcepts = profile.facets.some(({ kind, withValue }) => isOfConcepts(kind) && withValue > 0);
  const needsDateFilter = profile.hasDates && shownFacets.every(({ uri }) => uri !== DATE);
  return {
    result: {
      ...result,
      titleAction: profile.linkShare >= MIN_LINK_SHARE ? 'link' : 'detail_view',
      showTags: hasConcepts,
      // Without concepts, documents are similar by their words, which is too vague to offer for each result.
      showSimilarDocuments: hasConcepts,
    },
    filter: {
      ...filter,
      facetsToShow: shownFacets.map((facet) => facetSetting(facet, profile.languages)),
      ...(shownFacets.some(({ uri }) => uri === SITE) && { tabs: SITE }),
      componentOrder: filter.componentOrder.filter((name) => name !== 'date' || needsDateFilter),
    },
    details: {
      ...details,
      detailsToShow: detailsOf(profile),
      showSimilar: hasConcepts,
      showConceptHighlighting: hasConcepts,
    },
  };
}

/** Omits attributes from which the tree of categories was built, because they repeat it. */
function withoutCategoryPaths(facets: FacetProfile[]): FacetProfile[] {
  const hasTree = facets.some(({ uri }) => uri === CATEGORY_SCHEME);
  return facets.filter(({ uri }) => !hasTree || !CATEGORY_PATHS.has(uri));
}

const isOfConcepts = (kind: FacetProfile['kind']): boolean => kind === 'tree' || kind === 'concepts';

/** Whether a facet can narrow the results: two of its values are frequent enough. Thesaurus facets always count. */
function isUseful(facet: FacetProfile, profile: SpaceProfile): boolean {
  const { uri, kind, values, frequent, mostFrequent, withValue } = facet;
  if (isOfConcepts(kind) && uri !== CATEGORY_SCHEME) return true;
  if (withValue < MIN_SHARE * profile.documents) return false;
  // A histogram is useful even if each of its ranges has one document.
  if (kind === 'range') return values >= 2 && withValue >= 2 * MIN_SHARE * profile.documents;
  // A tree with one root still has levels below it.
  if (kind === 'tree') return mostFrequent >= 2;
  return frequent >= 2 && values <= MAX_PROFILED_VALUES && mostFrequent >= 2;
}

const kindsInOrder: readonly FacetProfile['kind'][] = ['tree', 'concepts', 'literals', 'range'];

/** Trees, then lists, then ranges; among facets of one kind, those with few values first. */
function inReadingOrder(a: FacetProfile, b: FacetProfile): number {
  const byKind = kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind);
  // The engine chooses the buckets of ranges, so their number does not count.
  return byKind || (a.kind === 'range' ? 0 : a.values - b.values);
}

function facetSetting(facet: FacetProfile, languages: readonly string[]): api.FacetSetting {
  const { uri, kind, values } = facet;
  const basics = { ...api.defaultFacet, uri, ...titlesOf(facet, languages), refId: uri };
  switch (kind) {
    case 'tree':
      return { ...basics, facetMode: 'hierarchical', searchable: true };
    case 'range':
      return { ...basics, maximumTerms: 100, sorting: 'label', sortingOrder: 'asc' };
    default:
      return {
        ...basics,
        // Tabs are sorted by label, so that they keep their order.
        ...(uri === SITE && { sorting: 'label', sortingOrder: 'asc' }),
        maximumTerms: MAX_PROFILED_VALUES,
        searchable: values > MAX_UNSEARCHED_VALUES,
      };
  }
}

/** Includes attributes with a different value in each document, such as an article number; excludes constant ones. */
function detailsOf({ facets, documents, languages }: SpaceProfile): api.DetailSetting[] {
  const isCommon = ({ withValue }: FacetProfile) => withValue > 0 && withValue >= MIN_SHARE * documents;
  // A value is constant if all documents have it, or all in which a language was detected.
  const isConstant = ({ uri, values, withValue }: FacetProfile) =>
    values <= 1 && (withValue >= documents || uri === LANGUAGE) && documents !== 1;
  return facets
    .filter((facet) => isCommon(facet) && !isConstant(facet))
    .sort((a, b) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind))
    .slice(0, MAX_DETAILS)
    .map((facet) => ({ uri: facet.uri, ...titlesOf(facet, languages), show: true, refId: facet.uri }));
}

/** A common facet has titles in the languages of the documents, or in English. Others have the name of the attribute. */
function titlesOf(facet: FacetProfile, languages: readonly string[]) {
  const common = Object.entries(commonTitles).find(([uri]) => uri === facet.uri);
  if (!common) return { title: readableName(facet) };
  const titles = new Map(Object.entries(common[1]));
  const ranges = languages.map((tag) => (titles.has(tag) ? tag : tag.split('-')[0]!));
  const [main = 'en', ...others] = new Set(ranges.filter((range) => titles.has(range)));
  const translated = others.map((language) => [language, titles.get(language)!]);
  return {
    title: titles.get(main)!,
    ...(others.length > 0 && { titles: Object.fromEntries(translated) as Record<string, string> }),
  };
}

/** `publication_date` → `Publication date`; labels of concepts stay as they are. */
function readableName({ label, kind }: FacetProfile): string {
  const words = isOfConcepts(kind) ? label : label.replaceAll('_', ' ').trim() || label;
  // Cut between code points, which have at most two units, so that no surrogate pair is split.
  const [initial = '', ...characters] = Array.from(words).slice(0, MAX_TITLE_LENGTH / 2);
  return initial.toUpperCase() + characters.join('');
}
