/** Tools for agents: arguments and results (docs/src/content/docs/how-to/agents.md). */
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { DocumentParameters, SimilarParameters, SuggestionParameters } from './messages/parameters.ts';
import { SharedConcept } from './messages/retrieved-document.ts';
import { SearchRequest } from './messages/search.ts';
import { MAX_INT32 } from './parts/limits.ts';
import * as t from './parts/schema-parts.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const configurationArgument = {
  configuration: t.integer('ID of the search configuration.', t.range(1, MAX_INT32)),
};

/** The longest part of a document that one call returns, in UTF-16 code units. */
const MAX_AGENT_TEXT_LENGTH = 100_000;
export const DEFAULT_AGENT_TEXT_LENGTH = 20_000;

/** Members for previews in the editor and for embeddings are left out. */
const { facetsToShow: _preview, embedding: _embedding, ...searchMembers } = SearchRequest.properties;

/** Type.Optional again, because the spread loses the mark of an optional member. */
const described = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional({ ...schema, description } as Schema);

const SearchArguments = t.parameters({
  ...configurationArgument,
  ...searchMembers,
  input: described(
    searchMembers.input,
    'Words or a question in any language; "quoted phrase" and -excluded word. Empty for all documents.',
  ),
  selectedFacets: described(
    searchMembers.selectedFacets,
    'Values that documents must have: `field`, `label` and `value` of a facet value in an earlier result.',
  ),
  excludedFacets: described(searchMembers.excludedFacets, 'Values that documents must not have.'),
  start: described(searchMembers.start, 'Number of results to skip.'),
  count: described(searchMembers.count, 'Maximum number of results.'),
  language: described(searchMembers.language, 'BCP 47 tag: language of the input and of the labels.'),
});

const DocumentArguments = t.parameters({
  ...configurationArgument,
  ...DocumentParameters.properties,
  offset: Type.Optional(t.integer('Number of characters of the text to skip.', { minimum: 0, default: 0 })),
  length: t.optionalCount(
    'Maximum number of characters of the text.',
    MAX_AGENT_TEXT_LENGTH,
    DEFAULT_AGENT_TEXT_LENGTH,
  ),
});
const SuggestionArguments = t.parameters({ ...configurationArgument, ...SuggestionParameters.properties });
const SimilarArguments = t.parameters({ ...configurationArgument, ...SimilarParameters.properties });

/** Members of every document for agents; those that only pages need are left out. */
const documentMembers = {
  id: t.text('The `uri` of read_document and similar_documents.'),
  title: Type.String(),
  link: t.text('URL of the source; may be empty.'),
  date: Type.Optional(t.text('ISO 8601 date-time.')),
  language: Type.Optional(t.text('BCP 47 tag.')),
  concepts: t.list('Concepts of the thesaurus that the document is about.', SharedConcept),
};

export const AgentDocument = Type.Object({
  ...documentMembers,
  summary: Type.String(),
  sections: Type.Optional(
    t.objectList('The sections that match best.', {
      heading: Type.String(),
      link: Type.String(),
      text: Type.String(),
    }),
  ),
});
export type AgentDocument = Static<typeof AgentDocument>;

export const AgentPassage = Type.Object({
  document: t.text('The `uri` of read_document.'),
  title: Type.String(),
  heading: t.text('Heading of the section; may be empty.'),
  link: t.text('URL of the section, to cite.'),
  text: Type.String(),
});
export type AgentPassage = Static<typeof AgentPassage>;

export const AgentFacet = Type.Object({
  field: Type.String(),
  label: Type.String(),
  values: Type.Array(
    Type.Object({
      label: Type.String(),
      value: t.textOrNull('URI of a concept; otherwise null.'),
      count: count('Number of results with this value.'),
      level: count('Depth in the tree of values; 0 at the top.'),
    }),
  ),
});
export type AgentFacet = Static<typeof AgentFacet>;

export const AgentSearchResult = Type.Object({
  total: count('Number of documents found.'),
  start: count('Number of results skipped.'),
  results: Type.Array(AgentDocument),
  passages: t.list('The passages that answer the input best; only on the first page.', AgentPassage),
  facets: Type.Array(AgentFacet),
  recognizedConcepts: t.list('Concepts recognized in the input.', SharedConcept),
  didYouMean: Type.Optional(t.text('Input with corrected spelling, not searched.')),
});
export type AgentSearchResult = Static<typeof AgentSearchResult>;

export const AgentSuggestions = Type.Object({
  concepts: Type.Array(
    Type.Object({
      field: Type.String(),
      value: t.text('URI of the concept.'),
      label: Type.String(),
      broader: t.textOrNull('Label of the broader concept.'),
      count: count('Number of documents about the concept or a narrower one.'),
    }),
  ),
});
export type AgentSuggestions = Static<typeof AgentSuggestions>;

export const AgentFullDocument = Type.Object({
  ...documentMembers,
  text: Type.String(),
  offset: count('Number of characters skipped.'),
  length: count('Number of characters of the whole text.'),
});
export type AgentFullDocument = Static<typeof AgentFullDocument>;

export const AgentDocumentList = Type.Object({ results: Type.Array(AgentDocument) });
export type AgentDocumentList = Static<typeof AgentDocumentList>;

/** The title is for people; the description tells a language model when to call the tool. */
export const agentTools = {
  search: {
    title: 'Search documents',
    description:
      'Searches documents by words and by the concepts of a thesaurus, and counts facets. Understands synonyms and other languages. Filter by passing facet values of a result as selectedFacets.',
    input: SearchArguments,
    output: AgentSearchResult,
  },
  suggest_concepts: {
    title: 'Suggest concepts',
    description:
      'Suggests concepts of the thesaurus whose labels contain a text fragment. Pass field, label and value of one to search as selectedFacets.',
    input: SuggestionArguments,
    output: AgentSuggestions,
  },
  read_document: {
    title: 'Read a document',
    description: 'Returns the full text of one document, in parts if it is long.',
    input: DocumentArguments,
    output: AgentFullDocument,
  },
  similar_documents: {
    title: 'Find similar documents',
    description: 'Returns documents that are similar to one document, most similar first.',
    input: SimilarArguments,
    output: AgentDocumentList,
  },
} satisfies Record<string, { title: string; description: string; input: TObject; output: TObject }>;

export type AgentToolName = keyof typeof agentTools;
