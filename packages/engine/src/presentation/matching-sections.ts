/** Matching sections: ranking of the sections of one document by a query (BM25 within the document). */
import { idf } from '@semantic-search/query';
import type { Analyzer } from '@semantic-search/query/analysis';
import type { ResultSection, Span } from '../api.ts';
import { headingWeight } from '../index-writing/document-sections.ts';
import { bm25Score } from '../scoring/bm25.ts';
import type { DocumentInput, DocumentSection } from '../writable-space.ts';
import type { Highlight } from './highlighter.ts';
import { snippet } from './snippet.ts';

const MAX_RESULT_SECTIONS = 3;
/** Minimum score of a section as a share of the best score. */
const MIN_SHARE_OF_BEST = 0.5;
/** Maximum total length of a document's headings, and of its texts, in UTF-16 units; 20,000 take about 3 ms. */
const MAX_READ_LENGTH = 20_000;
/** Maximum length of the snippet of a section, in UTF-16 units. */
const MAX_SUMMARY_LENGTH = 160;

interface ReadSection {
  section: DocumentSection;
  spans: { heading: Span[]; text: Span[] };
  /** Weighted occurrences by stem. */
  frequencies: Map<string, number>;
  length: number;
}

/**
 * Returns the best sections that match the query, at most `MAX_RESULT_SECTIONS`; empty without a match. A section with
 * the title of the document is left out, because it is the document.
 */
export function matchingSections(
  { sections = [], title = '', link }: Pick<DocumentInput, 'sections' | 'title' | 'link'>,
  language: string | undefined,
  { highlight, analyzer }: { highlight: Highlight; analyzer: Analyzer },
  summaryLength: number,
): ResultSection[] {
  const readings = readSections(sections, language, highlight, analyzer);
  const scores = scoresOf(readings);
  const best = Math.max(...scores);
  if (best === 0) return [];
  const isTitle = (heading: string) => heading.toLowerCase() === title.toLowerCase();
  return readings
    .map((reading, index) => ({ ...reading, score: scores[index]! }))
    .filter(({ score, section }) => score >= best * MIN_SHARE_OF_BEST && !isTitle(section.heading))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULT_SECTIONS)
    .map(({ section: { anchor, heading, text }, spans }) => {
      const summary = snippet(text, spans.text, Math.min(summaryLength, MAX_SUMMARY_LENGTH));
      const highlights = { heading: spans.heading, text: summary.spans };
      return { anchor, heading, url: sectionUrl(link, anchor), text: summary.text, highlights };
    });
}

function readSections(
  sections: readonly DocumentSection[],
  language: string | undefined,
  highlight: Highlight,
  analyzer: Analyzer,
): ReadSection[] {
  const headingReader = boundedReader();
  const textReader = boundedReader();
  return sections.map((section) => {
    const heading = headingReader(section.heading);
    const text = textReader(section.text);
    const spans = { heading: highlight(heading, language), text: highlight(text, language) };
    const frequencies = new Map<string, number>();
    const count = (source: string, matches: Span[], weight: number) => {
      for (const { begin, end } of matches) {
        const stem = analyzer.stem(source.slice(begin, end));
        frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight);
      }
    };
    count(heading, spans.heading, headingWeight(section));
    count(text, spans.text, 1);
    return { section, spans, frequencies, length: section.heading.length + text.length };
  });
}

/** Returns texts until `MAX_READ_LENGTH` is reached, then the empty text. */
function boundedReader(): (text: string) => string {
  let remaining = MAX_READ_LENGTH;
  return (text) => {
    const beginning = text.slice(0, remaining);
    remaining -= beginning.length;
    return beginning;
  };
}

function scoresOf(readings: readonly ReadSection[]): number[] {
  const average = readings.reduce((sum, { length }) => sum + length, 0) / readings.length;
  const sectionFrequency = new Map<string, number>();
  for (const { frequencies } of readings)
    for (const stem of frequencies.keys()) sectionFrequency.set(stem, (sectionFrequency.get(stem) ?? 0) + 1);
  return readings.map(({ frequencies, length }) => {
    let score = 0;
    for (const [stem, frequency] of frequencies) {
      const weight = idf(sectionFrequency.get(stem)!, readings.length);
      score += bm25Score(weight, frequency, length, average);
    }
    return score;
  });
}

/** The address of the document with the anchor as fragment; empty without a link. */
function sectionUrl(link: string | undefined, anchor: string): string {
  if (!link) return '';
  return `${link.split('#', 1)[0]}#${encodeURI(anchor.toWellFormed()).replaceAll('#', '%23')}`;
}
