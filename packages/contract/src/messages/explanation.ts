/** Explanation of a search: what was understood, parts of scores, and why a document is missing. */
import Type, { type Static } from 'typebox';
import { MAX_EXPLAINED_RANK } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { RetrievedDocument } from './retrieved-document.ts';
import { SearchRequest, UnderstoodConcept } from './search.ts';

const { input, language, selectedFacets, excludedFacets, dateRange } = SearchRequest.properties;

export const ExplanationRequest = t.closedComponent('ExplanationRequest', {
  input,
  language,
  selectedFacets,
  excludedFacets,
  dateRange,
  document: Type.Optional(
    t.text('ID of a document, or its address: why is it not found, or not higher?', t.length(1, 2000)),
  ),
});
export type ExplanationRequest = Static<typeof ExplanationRequest>;

/** Parts with a `score` are added; the sum is multiplied by each `factor`. */
export const ScorePart = t.component('ScorePart', {
  kind: t.explainedChoice({
    word: 'words of the input, or similar ones.',
    completion: 'words of the title that the input may be the beginning of.',
    phrase: 'words of the input, in its order.',
    concept: 'concepts of the document, named by the input or near to them.',
    title: 'the title says most of the query and little else.',
    language: 'the document declares another language, so that words count less.',
    missing: 'words that the document lacks.',
    excluded: 'words that the input excludes.',
    boost: 'a boost of the configuration.',
  }),
  text: t.text('Words or labels of the document; of the input if `missing`; the attribute of a `boost`.'),
  score: Type.Optional(t.number('Is added.')),
  factor: Type.Optional(t.number('Multiplies the sum; 0 keeps the document out of the results.')),
});
export type ScorePart = Static<typeof ScorePart>;

const parts = Type.Optional(
  t.list(
    'What the score consists of; absent if the backend of the search space does not report it.',
    ScorePart,
  ),
);
const rank = (description: string) =>
  t.orNull(
    `${description}, from 1; null if it is not among the first ${MAX_EXPLAINED_RANK}.`,
    Type.Integer(),
  );

export const DocumentExplanation = t.component('DocumentExplanation', {
  id: t.text('ID of the document, or the address as given.'),
  title: Type.Optional(t.text('Title; absent if there is no such document.')),
  state: t.explainedChoice({
    found: 'it has a `rank`.',
    hidden: 'by a curation rule.',
    filtered: 'it matches, but not the filters of the request.',
    'not-matching': 'it lacks words, or has excluded ones (`parts`).',
    'too-far': `after the first ${MAX_EXPLAINED_RANK}.`,
    'out-of-scope': 'the scope of the configuration leaves it out.',
    'not-in-space': 'the search space has no such document (`addresses`).',
  }),
  rank: rank('Rank'),
  rankWithoutRules: rank('Rank without curation rules'),
  rules: t.texts('Names of the applied curation rules that pin or hide the document.'),
  parts,
  addresses: Type.Optional(
    t.objectList(
      'What the last runs of the sources did with the address, if the search space does not have it; empty if no page links to it. Only with the scope `spaces:write`.',
      {
        source: t.text('ID of the source.'),
        address: t.text('Address.'),
        outcome: t.text('As in the report of the source.'),
        reason: t.text('Why, in full.'),
      },
    ),
  ),
});
export type DocumentExplanation = Static<typeof DocumentExplanation>;

export const ExplanationResponse = t.component('ExplanationResponse', {
  total: t.integer('Number of matching documents.'),
  concepts: t.list('Concepts recognized in the input.', UnderstoodConcept),
  matching: Type.Optional(
    t.object('How the query was relaxed; absent if the backend does not report it.', {
      requirements: t.integer('Number of words and phrases that a result has to match.'),
      requiredShare: t.number(
        'Share of their weight that a result had to match; below 1, some of the words were enough.',
      ),
      isBroad: t.boolean('Whether parts of labels, compounds and words of other languages matched, too.'),
      isCorrected: t.boolean('Whether unknown words also matched similar ones.'),
      corrections: Type.Optional(
        t.objectList('The corrected words.', {
          word: t.text('Word of the input.'),
          correction: t.text('What was searched, too.'),
        }),
      ),
    }),
  ),
  unquoted: t.boolean('Whether quotation marks were ignored, because no document has the phrases.'),
  suggestion: Type.Optional(t.text('Corrected input that visitors are offered.')),
  rules: t.texts('Names of the curation rules that applied.'),
  result: t.objectList('The first ten results.', {
    id: t.text('ID of the document.'),
    title: t.text('Title.'),
    pinned: t.boolean('Whether a curation rule pins the document, which then has no score.'),
    score: t.number('Relevance; comparable only within one response.'),
    parts,
    explanation: RetrievedDocument.properties.explanation,
  }),
  document: Type.Optional({
    ...DocumentExplanation,
    description: 'The document of the request; absent without one.',
  }),
});
export type ExplanationResponse = Static<typeof ExplanationResponse>;
