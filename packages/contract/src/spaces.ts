/** Schemas of search spaces: description, documents, imports (docs/http-api.md#search-spaces). */
import Type, { type Static } from 'typebox';
import { MAX_DIMENSIONS } from './limits.ts';

export const AvailableFacet = Type.Object(
  {
    uri: Type.String({
      description: 'The `uri` of a facet setting: scheme or collection URI, or attribute name.',
    }),
    field: Type.String(),
    label: Type.String(),
    kind: Type.Enum(['concept', 'literal', 'number', 'date']),
    hierarchical: Type.Boolean(),
  },
  { $id: 'AvailableFacet' },
);
export type AvailableFacet = Static<typeof AvailableFacet>;

/** A command that the server repeats to read documents. */
export const SpaceSource = Type.Object({
  id: Type.String({ description: 'Id of the source in `semantic-search sources`.' }),
  command: Type.String({
    description: 'The command that the server runs, such as `crawl https://www.example.org/`.',
  }),
  schedule: Type.String({ description: 'Cron pattern in the time zone of the server.' }),
  next: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'Time of the next run; null if the pattern has none.',
  }),
  last: Type.Optional(
    Type.Object(
      {
        started: Type.String({ format: 'date-time', description: 'Start of the run.' }),
        finished: Type.Optional(
          Type.String({ format: 'date-time', description: 'End of the run; absent while it runs.' }),
        ),
        succeeded: Type.Optional(
          Type.Boolean({ description: 'Whether the command succeeded; absent while it runs.' }),
        ),
        message: Type.Optional(Type.String({ description: 'Last line that the command printed.' })),
      },
      { description: 'The last run; absent before the first one.' },
    ),
  ),
});
export type SpaceSource = Static<typeof SpaceSource>;

export const Space = Type.Object(
  {
    name: Type.String(),
    documents: Type.Integer(),
    concepts: Type.Integer(),
    languages: Type.Array(Type.String()),
    facets: Type.Array(AvailableFacet),
    recommenders: Type.Array(Type.String()),
    similarities: Type.Array(Type.String()),
    notices: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Repairs and failed saves since the start, newest last; absent if there are none.',
      }),
    ),
    sources: Type.Optional(
      Type.Array(SpaceSource, {
        description: 'Sources that the server reads on a schedule; absent if there are none.',
      }),
    ),
    healthy: Type.Boolean(),
  },
  { $id: 'Space' },
);
export type Space = Static<typeof Space>;

export const SpaceList = Type.Object({ spaces: Type.Array(Space) }, { $id: 'SpaceList' });
export type SpaceList = Static<typeof SpaceList>;

/** Limits of a document; lengths in UTF-16 code units. A larger one is rejected alone, not its whole stream. */
export const documentLimits = {
  /** Of an `id`, and of a `link` that takes its place; longer ones do not fit into a request. */
  idLength: 2000,
  members: 500,
  nameLength: 200,
  /** Elements of all lists in total. */
  elements: 10_000,
  textLength: 4_000_000,
  /** Length of every string except `text` and `html`. */
  stringLength: 100_000,
  htmlLength: 16 * 1024 * 1024,
  sections: 1000,
  /** Length of the anchor and of the heading of a section. */
  headingLength: 1000,
  /** Length of the texts of all sections in total. */
  sectionsLength: 4_000_000,
};

const shortText = Type.String({ maxLength: documentLimits.stringLength });
const shortTextOrNull = Type.Union([shortText, Type.Null()]);

const limits = {
  additionalProperties: true,
  maxProperties: documentLimits.members,
  description: `Limits: \`id\` ${documentLimits.idLength} characters, names ${documentLimits.nameLength} characters, all lists in total ${documentLimits.elements} elements, strings except \`text\` ${documentLimits.stringLength} characters.`,
};

/** A heading with an anchor and the text up to the next one. */
export const DocumentSection = Type.Object(
  {
    anchor: Type.String({
      minLength: 1,
      maxLength: documentLimits.headingLength,
      description: 'Fragment of the page, without `#`.',
    }),
    heading: Type.String({ minLength: 1, maxLength: documentLimits.headingLength }),
    level: Type.Integer({ minimum: 1, maximum: 6 }),
    weight: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 70,
        description: 'Importance of the heading; by default 7 for level 1 to 2 for level 6.',
      }),
    ),
    text: Type.String({ maxLength: documentLimits.sectionsLength }),
  },
  { additionalProperties: false, $id: 'DocumentSection' },
);
export type DocumentSection = Static<typeof DocumentSection>;

/** Document to import: the known members, and any other text, number, boolean or list attribute. */
export const DocumentInput = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: documentLimits.idLength }),
    title: Type.Optional(shortText),
    description: Type.Optional(shortText),
    text: Type.Optional(Type.String({ maxLength: documentLimits.textLength })),
    sections: Type.Optional(
      Type.Array(DocumentSection, {
        maxItems: documentLimits.sections,
        description:
          'Parts of `text` by headings, whose words count more. Without `text`, they are searched in its place.',
      }),
    ),
    link: Type.Optional(shortText),
    date: Type.Optional(Type.Union([shortText, Type.Number(), Type.Null()])),
    image: Type.Optional(shortTextOrNull),
    language: Type.Optional(shortTextOrNull),
    type: Type.Optional(shortText),
    subjects: Type.Optional(
      Type.Array(shortText, {
        maxItems: documentLimits.elements,
        description:
          'URIs of concepts, or labels of concepts in any language. If no label is known, the concepts are extracted from the text.',
      }),
    ),
    embedding: Type.Optional(
      Type.Array(Type.Number(), {
        minItems: 1,
        maxItems: MAX_DIMENSIONS,
        description:
          'Vector of the meaning of the document; of any length but zero. Its dimensions are those in the settings of the search space.',
      }),
    ),
  },
  { ...limits, $id: 'DocumentInput' },
);
export type DocumentInput = Static<typeof DocumentInput>;

/** Document in a request: the path or the link can take the place of its `id`. */
export const NewDocument = Type.Object(
  {
    ...DocumentInput.properties,
    id: Type.Optional(
      Type.Union([DocumentInput.properties.id, Type.Null()], {
        description: 'If absent: the URI in the path, or else `link`.',
      }),
    ),
    html: Type.Optional(
      Type.Union([Type.String({ maxLength: documentLimits.htmlLength }), Type.Null()], {
        description:
          'The page as HTML. Members that are absent are taken from it: title, description, text, sections, date, image, language, type, and what the page declares. It is not stored.',
      }),
    ),
  },
  { ...limits, $id: 'NewDocument' },
);

/** One NDJSON line of import progress. The last one has `done: true`. */
export const IngestProgress = Type.Object(
  {
    done: Type.Boolean(),
    line: Type.Integer({ description: 'Last processed line of the input.' }),
    accepted: Type.Integer({ description: 'Documents durable so far.' }),
    refused: Type.Integer(),
    unchanged: Type.Optional(
      Type.Integer({
        description: 'In a run: accepted documents that were not written, because they were the same before.',
      }),
    ),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Line of the input, from 1.' }),
        message: Type.String(),
      }),
    ),
  },
  { $id: 'IngestProgress' },
);
export type IngestProgress = Static<typeof IngestProgress>;

export const ThesaurusOutcome = Type.Object(
  {
    message: Type.String(),
    concepts: Type.Integer(),
    labels: Type.Integer(),
    languages: Type.Array(Type.String()),
    warnings: Type.Array(Type.String(), {
      description: 'Removed cycles, missing labels and similar; at most 100.',
    }),
  },
  { $id: 'ThesaurusOutcome' },
);
export type ThesaurusOutcome = Static<typeof ThesaurusOutcome>;

const measures = {
  documents: Type.Integer(),
  precision: Type.Number({ minimum: 0, maximum: 1 }),
  recall: Type.Number({ minimum: 0, maximum: 1 }),
  f1: Type.Number({ minimum: 0, maximum: 1 }),
};

/** Averages over held-out documents: the five best concepts compared with the human subjects. */
export const TrainingOutcome = Type.Object(
  {
    message: Type.String(),
    ...measures,
    languages: Type.Array(
      Type.Object({
        language: Type.String({ description: 'Empty for documents without a language.' }),
        ...measures,
      }),
      { description: 'The same per language, most documents first.' },
    ),
  },
  { $id: 'TrainingOutcome' },
);
export type TrainingOutcome = Static<typeof TrainingOutcome>;

export const DocumentOutcome = Type.Object(
  { message: Type.String(), id: Type.String() },
  { $id: 'DocumentOutcome' },
);
export type DocumentOutcome = Static<typeof DocumentOutcome>;

/** Documents of one page of the list. */
export const MAX_LISTED_DOCUMENTS = 1000;
export const MAX_DELETED_DOCUMENTS = 1000;

export const DocumentListParameters = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: '`next` of the previous page; from the first document if absent.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_LISTED_DOCUMENTS, default: MAX_LISTED_DOCUMENTS }),
    ),
  },
  { additionalProperties: false },
);
export type DocumentListParameters = Static<typeof DocumentListParameters>;

export const DocumentList = Type.Object(
  {
    documents: Type.Array(
      Type.Object({
        id: Type.String(),
        hash: Type.String({
          description: 'SHA-256 of the content; equal for documents with equal members, in any order.',
        }),
        written: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
          description: 'Time of the last write; null if the server did not record times then.',
        }),
      }),
      { description: 'In a fixed order.' },
    ),
    next: Type.Union([Type.String(), Type.Null()], {
      description: '`after` of the next page; null on the last one.',
    }),
  },
  { $id: 'DocumentList' },
);
export type DocumentList = Static<typeof DocumentList>;

export const DocumentDeletionRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
      minItems: 1,
      maxItems: MAX_DELETED_DOCUMENTS,
    }),
  },
  { additionalProperties: false, $id: 'DocumentDeletionRequest' },
);
export type DocumentDeletionRequest = Static<typeof DocumentDeletionRequest>;

export const DocumentDeletionOutcome = Type.Object(
  {
    message: Type.String(),
    deleted: Type.Array(Type.String(), { description: 'The ids that existed.' }),
    missing: Type.Array(Type.String(), { description: 'The ids that did not exist.' }),
  },
  { $id: 'DocumentDeletionOutcome' },
);
export type DocumentDeletionOutcome = Static<typeof DocumentDeletionOutcome>;

export const WriteParameters = Type.Object(
  {
    run: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of the run that the documents belong to.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type WriteParameters = Static<typeof WriteParameters>;

export const CompletionParameters = Type.Object(
  {
    force: Type.Optional(
      Type.Enum(['true', 'false'], {
        default: 'false',
        description:
          'Whether to remove documents even if they are more than half, or if documents had no readable id.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CompletionParameters = Static<typeof CompletionParameters>;

const RunId = Type.String({ description: 'Id of the run.' });

export const RunStart = Type.Object({ message: Type.String(), id: RunId }, { $id: 'RunStart' });
export type RunStart = Static<typeof RunStart>;

export const RunCompletion = Type.Object(
  {
    message: Type.String(),
    id: RunId,
    removed: Type.Integer({ description: 'Number of documents that the run did not contain.' }),
    documents: Type.Integer({ description: 'Number of documents in the search space.' }),
  },
  { $id: 'RunCompletion' },
);
export type RunCompletion = Static<typeof RunCompletion>;

export const RunAbandonment = Type.Object({ message: Type.String(), id: RunId }, { $id: 'RunAbandonment' });
export type RunAbandonment = Static<typeof RunAbandonment>;
