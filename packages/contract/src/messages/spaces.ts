/** Schemas of search spaces: description, documents, imports (reference/http-api.md#search-spaces). */
import Type, { type Static } from 'typebox';
import { MAX_DIMENSIONS, safeNames } from '../parts/limits.ts';
import {
  boolean,
  closed,
  closedComponent,
  component,
  countUpTo,
  integer,
  message,
  number,
  orNull,
  text,
  textOrNull,
  texts,
} from '../parts/schema-parts.ts';
import { SpaceSource } from './sources.ts';

export const AvailableFacet = component('AvailableFacet', {
  uri: text(
    'The `uri` of a facet setting: URI of a scheme or collection, `dyn_uri_all_concepts`, or an attribute name.',
  ),
  field: text('`field` of the facet in search requests and responses.'),
  label: text('Name of the scheme or collection, or the name of the attribute.'),
  kind: Type.Enum(['concept', 'literal', 'number', 'date'], { description: 'Type of the values.' }),
  hierarchical: boolean('Whether its concepts have narrower ones.'),
});

export const Space = component('Space', {
  name: text('Name of the search space.'),
  documents: integer('Number of documents.'),
  concepts: integer('Number of concepts, without deprecated ones.'),
  languages: texts('BCP 47 tags of documents and labels.'),
  facets: Type.Array(AvailableFacet, { description: 'Facets that a configuration can show.' }),
  recommenders: texts('Names for `recommender` of getRecommendations.'),
  similarities: texts('Names for `similarity` of getSimilar.'),
  notices: Type.Optional(
    texts('Repairs and failed saves since the start, newest last; absent if there are none.'),
  ),
  sources: Type.Optional(
    Type.Array(SpaceSource, { description: 'Sources that the server reads; absent if there are none.' }),
  ),
  healthy: boolean('False if the search space did not respond; the counts are 0 then.'),
});
export type Space = Static<typeof Space>;

export const SpaceList = component('SpaceList', {
  spaces: Type.Array(Space, { description: 'The search spaces that the token permits, by name.' }),
});
export type SpaceList = Static<typeof SpaceList>;

export const SpaceDeletion = component('SpaceDeletion', {
  message,
  name: text('Name of the deleted search space.'),
});
export type SpaceDeletion = Static<typeof SpaceDeletion>;

/** Limits of a document; lengths in UTF-16 code units. A larger one is rejected alone, not its whole stream. */
export const documentLimits = {
  /** Length of an `id`, or of a `link` that replaces it; longer ones do not fit into a request. */
  idLength: 2000,
  /** Besides `id`. */
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

const shortText = (description: string) =>
  Type.Optional(Type.String({ maxLength: documentLimits.stringLength, description }));
const shortTextOrNull = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: documentLimits.stringLength }), Type.Null()], { description }),
  );

const attributeTypes = [
  Type.String({ maxLength: documentLimits.stringLength }),
  Type.Number(),
  Type.Boolean(),
];

const limits = {
  additionalProperties: Type.Union(
    [
      ...attributeTypes,
      Type.Null(),
      Type.Array(Type.Union(attributeTypes), { maxItems: documentLimits.elements }),
    ],
    { description: 'An attribute: a text, number or boolean, a list of these, or null.' },
  ),
  propertyNames: { ...safeNames, maxLength: documentLimits.nameLength },
  maxProperties: documentLimits.members,
  description: `Limits: ${documentLimits.members} members, \`id\` ${documentLimits.idLength} characters, names ${documentLimits.nameLength} characters, all lists in total ${documentLimits.elements} elements, strings except \`text\`, \`html\` and those of sections ${documentLimits.stringLength} characters.`,
};

/** A heading with an anchor and the text up to the next one. */
export const DocumentSection = closedComponent('DocumentSection', {
  anchor: text('Fragment of the page, without `#`.', {
    minLength: 1,
    maxLength: documentLimits.headingLength,
  }),
  heading: text('Text of the heading.', { minLength: 1, maxLength: documentLimits.headingLength }),
  level: integer('Level of the heading, as in HTML.', { minimum: 1, maximum: 6 }),
  weight: Type.Optional(
    number('Importance of the heading; by default 7 for level 1 to 2 for level 6.', {
      minimum: 0,
      maximum: 70,
    }),
  ),
  text: text(
    `Text up to the next heading; all sections together have at most ${documentLimits.sectionsLength} characters.`,
    { maxLength: documentLimits.sectionsLength },
  ),
});
export type DocumentSection = Static<typeof DocumentSection>;

/** Document to import: the known members, and any other text, number, boolean or list attribute. */
export const DocumentInput = component(
  'DocumentInput',
  {
    id: text('URI of the document, or any other text.', { minLength: 1, maxLength: documentLimits.idLength }),
    title: shortText('Title.'),
    description: shortText(
      'Introduction, searched like the text. Results show a part of it, or of the text without one.',
    ),
    text: Type.Optional(
      text(
        'Full text, without markup. In a JSON body, the whole document has at most 1 MiB; longer texts need an NDJSON upload.',
        { maxLength: documentLimits.textLength },
      ),
    ),
    sections: Type.Optional(
      Type.Array(DocumentSection, {
        maxItems: documentLimits.sections,
        description:
          'Parts of `text` by headings, whose words count more. Without `text`, they are searched in its place.',
      }),
    ),
    link: shortText('Address of the page.'),
    date: Type.Optional(
      Type.Union([Type.String({ maxLength: documentLimits.stringLength }), Type.Number(), Type.Null()], {
        description:
          'ISO 8601 date or date-time, a year, milliseconds since 1970, or a date in the language of the document. Others are ignored with a warning.',
      }),
    ),
    image: shortTextOrNull('URL of a picture, or a path on this service.'),
    language: shortTextOrNull('BCP 47 tag of the text; detected if absent.'),
    type: shortText('Type of the document, such as `Report`; a facet `dyn_lit_type`.'),
    subjects: Type.Optional(
      Type.Array(Type.String({ maxLength: documentLimits.stringLength }), {
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
  { ...limits, maxProperties: documentLimits.members + 1 },
);
export type DocumentInput = Static<typeof DocumentInput>;

/** Document in a request: the path or the link can take the place of its `id`. */
export const NewDocument = component(
  'NewDocument',
  {
    ...DocumentInput.properties,
    id: Type.Optional(orNull(DocumentInput.properties.id, 'If absent: the URI in the path, or else `link`.')),
    html: Type.Optional(
      orNull(
        Type.String({ maxLength: documentLimits.htmlLength }),
        'The page as HTML. Members that are absent are taken from it: title, description, text, sections, date, image, language, type, and what the page declares. It is not stored.',
      ),
    ),
  },
  { ...limits },
);

/** One NDJSON line of import progress. The last one has `done: true`. */
export const IngestProgress = component('IngestProgress', {
  done: boolean('True in the last line. Without it, the upload was interrupted.'),
  line: integer('Last processed line of the input.'),
  accepted: integer('Documents durable so far.'),
  refused: integer('Documents rejected so far.'),
  unchanged: Type.Optional(
    integer('In a run: accepted documents that were not written, because they were the same before.'),
  ),
  errors: Type.Array(
    Type.Object({
      line: integer('Line of the input, from 1.'),
      message: text('Why the document was rejected.'),
    }),
    { description: 'Documents rejected since the previous line of progress.' },
  ),
});
export type IngestProgress = Static<typeof IngestProgress>;

export const ThesaurusOutcome = component('ThesaurusOutcome', {
  message,
  concepts: integer('Number of concepts.'),
  labels: integer('Number of labels.'),
  languages: texts('BCP 47 tags of the labels.'),
  title: textOrNull('Label of the first concept scheme; null if it has none.'),
  license: textOrNull('License or statement of rights in the file, a text or a URI; null if it has none.'),
  warnings: texts('Removed cycles, missing labels and similar; at most 100.'),
});
export type ThesaurusOutcome = Static<typeof ThesaurusOutcome>;

/** A named part of the thesaurus of a search space. */
export const ThesaurusPart = component('ThesaurusPart', {
  name: text('`main` is the part that `PUT …/thesaurus` replaces.'),
  concepts: integer('Number of concepts, without deprecated ones.'),
  written: textOrNull('Time of the upload (ISO 8601); null if a previous version stored it.'),
  title: ThesaurusOutcome.properties.title,
  license: ThesaurusOutcome.properties.license,
});

export const ThesaurusPartList = component('ThesaurusPartList', {
  thesauri: Type.Array(ThesaurusPart, { description: '`main` first, then by name.' }),
});
export type ThesaurusPartList = Static<typeof ThesaurusPartList>;

export const CategoryOutcome = component('CategoryOutcome', {
  message,
  concepts: integer('Number of categories.'),
  changed: boolean('False if the categories are the same as before.'),
});
export type CategoryOutcome = Static<typeof CategoryOutcome>;

export const ThesaurusRemoval = component('ThesaurusRemoval', {
  message,
  name: text('Name of the removed part.'),
});
export type ThesaurusRemoval = Static<typeof ThesaurusRemoval>;

const measures = {
  documents: integer('Number of documents with subjects.'),
  precision: number('Share of the extracted concepts that are subjects.', { minimum: 0, maximum: 1 }),
  recall: number('Share of the subjects that were extracted.', { minimum: 0, maximum: 1 }),
  f1: number('Harmonic mean of precision and recall.', { minimum: 0, maximum: 1 }),
};

/** Averages over held-out documents: the five best concepts compared with the human subjects. */
export const TrainingOutcome = component('TrainingOutcome', {
  message,
  ...measures,
  languages: Type.Array(
    Type.Object({ language: text('Empty for documents without a language.'), ...measures }),
    { description: 'The same per language, most documents first.' },
  ),
});
export type TrainingOutcome = Static<typeof TrainingOutcome>;

export const DocumentOutcome = component('DocumentOutcome', { message, id: text('URI of the document.') });
export type DocumentOutcome = Static<typeof DocumentOutcome>;

/** Documents of one page of the list. */
export const MAX_LISTED_DOCUMENTS = 1000;
export const MAX_DELETED_DOCUMENTS = 1000;

export const DocumentListParameters = Type.Object(
  {
    after: Type.Optional(
      text('`next` of the previous page; from the first document if absent.', {
        minLength: 1,
        maxLength: 2000,
      }),
    ),
    limit: countUpTo(MAX_LISTED_DOCUMENTS, MAX_LISTED_DOCUMENTS, 'Maximum number of documents of the page.'),
  },
  closed,
);
export type DocumentListParameters = Static<typeof DocumentListParameters>;

export const DocumentList = component('DocumentList', {
  documents: Type.Array(
    Type.Object({
      id: text('URI of the document.'),
      hash: text('SHA-256 of the content; equal for documents with equal members, in any order.'),
      written: orNull(
        Type.String({ format: 'date-time' }),
        'Time of the last write; null if the server did not record times then.',
      ),
    }),
    { description: 'In a fixed order.' },
  ),
  next: textOrNull('`after` of the next page; null on the last one.'),
});
export type DocumentList = Static<typeof DocumentList>;

export const DocumentDeletionRequest = closedComponent('DocumentDeletionRequest', {
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
    minItems: 1,
    maxItems: MAX_DELETED_DOCUMENTS,
    description: 'URIs of the documents.',
  }),
});

export const DocumentDeletionOutcome = component('DocumentDeletionOutcome', {
  message,
  deleted: texts('The ids that existed.'),
  missing: texts('The ids that did not exist.'),
});
export type DocumentDeletionOutcome = Static<typeof DocumentDeletionOutcome>;

export const WriteParameters = Type.Object(
  {
    run: Type.Optional(text('Id of the run that the documents belong to.', { minLength: 1, maxLength: 100 })),
  },
  closed,
);

export const CompletionParameters = Type.Object(
  {
    force: Type.Optional(
      Type.Enum(['true', 'false'], {
        default: 'false',
        description:
          'Whether to remove documents even if they are more than half, or if documents had no readable id.',
      }),
    ),
    prefix: Type.Optional(
      text(
        'Beginning of the ids of this source, if a search space has several sources: other documents are neither counted nor removed.',
        { minLength: 1, maxLength: documentLimits.idLength },
      ),
    ),
  },
  closed,
);

const RunId = text('Id of the run.');

export const RunStart = component('RunStart', { message, id: RunId });
export type RunStart = Static<typeof RunStart>;

export const RunCompletion = component('RunCompletion', {
  message,
  id: RunId,
  removed: integer('Number of documents that the run did not contain.'),
  documents: integer('Number of documents in the search space, or of those with the prefix.'),
});
export type RunCompletion = Static<typeof RunCompletion>;

export const RunAbandonment = component('RunAbandonment', { message, id: RunId });
export type RunAbandonment = Static<typeof RunAbandonment>;
