/** Explanation of a search: what was understood, parts of scores, and why a document is missing. */
import Type, { type Static } from 'typebox';
import { boolean, closed, integer, text, texts } from '../parts/schema-parts.ts';
import { RetrievedDocument, SearchRequest, UnderstoodConcept } from './search.ts';

/** Later results have no rank. */
export const MAX_EXPLAINED_RANK = 1000;

const { input, language, selectedFacets, excludedFacets, dateRange } = SearchRequest.properties;

export const ExplanationRequest = Type.Object(
  {
    input,
    language,
    selectedFacets,
    excludedFacets,
    dateRange,
    document: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Id of a document, or its address: why is it not found, or not higher?',
      }),
    ),
  },
  { ...closed, $id: 'ExplanationRequest' },
);
export type ExplanationRequest = Static<typeof ExplanationRequest>;

/** Parts with a `score` are added; the sum is multiplied by each `factor`. */
export const ScorePart = Type.Object(
  {
    kind: Type.Enum(
      ['word', 'completion', 'phrase', 'concept', 'title', 'language', 'missing', 'excluded', 'boost'],
      {
        description:
          '`completion`: words of the title that the input may be the beginning of. `concept`: concepts of the document, named by the input or near to them. `title`: the title says most of the query and little else. `language`: the document declares another language, so that words count less. `missing`: words that the document lacks. `excluded`: words that the input excludes.',
      },
    ),
    text: text('Words or labels of the document; of the input if `missing`; the attribute of a `boost`.'),
    score: Type.Optional(Type.Number({ description: 'Is added.' })),
    factor: Type.Optional(
      Type.Number({ description: 'Multiplies the sum; 0 keeps the document out of the results.' }),
    ),
  },
  { $id: 'ScorePart' },
);
export type ScorePart = Static<typeof ScorePart>;

const parts = Type.Optional(
  Type.Array(ScorePart, {
    description: 'What the score consists of; absent if the backend of the search space does not report it.',
  }),
);
const rank = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description}, from 1; null if it is not among the first ${MAX_EXPLAINED_RANK}.`,
  });

export const DocumentExplanation = Type.Object(
  {
    id: text('Id of the document, or the address as given.'),
    title: Type.Optional(text('Title; absent if there is no such document.')),
    state: Type.Enum(
      ['found', 'hidden', 'filtered', 'not-matching', 'too-far', 'out-of-scope', 'not-in-space'],
      {
        description: `\`hidden\`: by a curation rule. \`filtered\`: it matches, but not the filters of the request. \`not-matching\`: it lacks words, or has excluded ones (\`parts\`). \`too-far\`: after the first ${MAX_EXPLAINED_RANK}. \`out-of-scope\`: the scope of the configuration leaves it out. \`not-in-space\`: the search space has no such document (\`addresses\`).`,
      },
    ),
    rank: rank('Rank'),
    rankWithoutRules: rank('Rank without curation rules'),
    rules: texts('Names of the applied curation rules that pin or hide it.'),
    parts,
    addresses: Type.Optional(
      Type.Array(
        Type.Object({
          source: text('Id of the source.'),
          address: text('Address.'),
          outcome: text('As in the report of the source.'),
          reason: text('Why, in full.'),
        }),
        {
          description:
            'What the last runs of the sources did with it, if it is not in the search space; empty if no page links to it. Only with the scope `spaces:write`.',
        },
      ),
    ),
  },
  { $id: 'DocumentExplanation', description: 'The document of the request; absent without one.' },
);
export type DocumentExplanation = Static<typeof DocumentExplanation>;

export const ExplanationResponse = Type.Object(
  {
    total: integer('Number of matching documents.'),
    concepts: Type.Array(UnderstoodConcept, { description: 'Concepts recognized in the input.' }),
    matching: Type.Optional(
      Type.Object(
        {
          requirements: integer('Number of words and phrases that a result has to match.'),
          requiredShare: Type.Number({
            description:
              'Share of their weight that a result had to match; below 1, some of the words sufficed.',
          }),
          isBroad: boolean('Whether parts of labels, compounds and words of other languages matched, too.'),
          isCorrected: boolean('Whether unknown words also matched similar ones.'),
          corrections: Type.Optional(
            Type.Array(
              Type.Object({ word: text('Word of the input.'), correction: text('What was searched, too.') }),
              { description: 'The corrected words.' },
            ),
          ),
        },
        { description: 'How the query was relaxed; absent if the backend does not report it.' },
      ),
    ),
    unquoted: boolean('Whether quotation marks were ignored, because no document has the phrases.'),
    suggestion: Type.Optional(text('Corrected input that visitors are offered.')),
    rules: texts('Names of the curation rules that applied.'),
    result: Type.Array(
      Type.Object({
        id: text('Id of the document.'),
        title: text('Title.'),
        pinned: boolean('Whether a curation rule put it there; it has no score then.'),
        score: Type.Number({ description: 'Relevance; comparable only within one response.' }),
        parts,
        explanation: RetrievedDocument.properties.explanation,
      }),
      { description: 'The first ten results.' },
    ),
    document: Type.Optional(DocumentExplanation),
  },
  { $id: 'ExplanationResponse' },
);
export type ExplanationResponse = Static<typeof ExplanationResponse>;
