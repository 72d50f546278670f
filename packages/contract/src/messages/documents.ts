/** Schemas of stored documents: import, list, deletion (reference/http-api.md#search-spaces). */
import Type, { type Static } from 'typebox';
import { MAX_DELETED_DOCUMENTS, MAX_DIMENSIONS } from '../parts/limits.ts';
import { safeNames } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';

/** Limits of a document; lengths in UTF-16 code units. A larger document is rejected, but not its stream. */
export const documentLimits = {
  /** Length of an `id`, or of a `link` that replaces it; longer ones do not fit into a request. */
  idLength: 2000,
  /** Number of members besides `id`. */
  members: 500,
  nameLength: 200,
  /** Total number of elements in all lists. */
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

const short = { maxLength: documentLimits.stringLength };
const shortText = (description: string) => Type.Optional(t.text(description, short));
const shortTextOrNull = (description: string) => Type.Optional(t.orNull(description, Type.String(short)));
const attributeTypes = [Type.String(short), Type.Number(), Type.Boolean()];

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
export const DocumentSection = t.closedComponent('DocumentSection', {
  anchor: t.text('Fragment of the page, without `#`.', t.length(1, documentLimits.headingLength)),
  heading: t.text('Text of the heading.', t.length(1, documentLimits.headingLength)),
  level: t.integer('Level of the heading, as in HTML.', t.range(1, 6)),
  weight: Type.Optional(
    t.number('Importance of the heading; by default 7 for level 1 to 2 for level 6.', t.range(0, 70)),
  ),
  text: t.text(
    `Text up to the next heading; all sections together have at most ${documentLimits.sectionsLength} characters.`,
    { maxLength: documentLimits.sectionsLength },
  ),
});
export type DocumentSection = Static<typeof DocumentSection>;

/** Document to import: the known members, and any other text, number, boolean or list attribute. */
export const DocumentInput = t.component(
  'DocumentInput',
  {
    id: t.text('URI of the document, or any other text.', t.length(1, documentLimits.idLength)),
    title: shortText('Title.'),
    description: shortText(
      'Introduction, searched like the text. Results show a part of it, or else of the text.',
    ),
    ...t.optional({
      text: t.text(
        'Full text, without markup. In a JSON body, the whole document has at most 1 MiB; longer texts need an NDJSON upload.',
        { maxLength: documentLimits.textLength },
      ),
      sections: t.list(
        'Parts of `text` by headings. Words in headings count more. Without `text`, the sections are searched in its place.',
        DocumentSection,
        { maxItems: documentLimits.sections },
      ),
    }),
    link: shortText('Address of the page.'),
    date: Type.Optional(
      Type.Union([Type.String(short), Type.Number(), Type.Null()], {
        description:
          'ISO 8601 date or date-time, a year, milliseconds since 1970, or a date in the language of the document. Others are ignored with a warning.',
      }),
    ),
    image: shortTextOrNull('URL of a picture, or a path on this service.'),
    language: shortTextOrNull('BCP 47 tag of the text; detected if absent.'),
    type: shortText('Type of the document, such as `Report`; a facet `dyn_lit_type`.'),
    ...t.optional({
      subjects: t.list(
        'URIs of concepts, or labels of concepts in any language. If no label is known, the concepts are extracted from the text.',
        Type.String(short),
        { maxItems: documentLimits.elements },
      ),
      embedding: t.list(
        'Vector of the meaning of the document; not all zeros. The settings of the search space define its dimensions.',
        Type.Number(),
        { minItems: 1, maxItems: MAX_DIMENSIONS },
      ),
    }),
  },
  { ...limits, maxProperties: documentLimits.members + 1 },
);
export type DocumentInput = Static<typeof DocumentInput>;

/** Document in a request: the path or the link can take the place of its `id`. */
export const NewDocument = t.component(
  'NewDocument',
  {
    ...DocumentInput.properties,
    id: Type.Optional(
      t.orNull('If absent: the URI in the path, or else `link`.', DocumentInput.properties.id),
    ),
    html: Type.Optional(
      t.orNull(
        'The page as HTML. Members that are absent are taken from it: title, description, text, sections, date, image, language, type, and what the page declares. It is not stored.',
        Type.String({ maxLength: documentLimits.htmlLength }),
      ),
    ),
  },
  { ...limits },
);

export const DocumentOutcome = t.outcome('DocumentOutcome', { id: t.text('URI of the document.') });
export type DocumentOutcome = Static<typeof DocumentOutcome>;

/** Maximum number of documents on one page of the list. */
export const MAX_LISTED_DOCUMENTS = 1000;

export const DocumentListParameters = t.parameters({
  after: Type.Optional(
    t.text('`next` of the previous page; from the first document if absent.', t.length(1, 2000)),
  ),
  limit: t.optionalCount('Maximum number of documents.', MAX_LISTED_DOCUMENTS, MAX_LISTED_DOCUMENTS),
});
export type DocumentListParameters = Static<typeof DocumentListParameters>;

export const DocumentList = t.component('DocumentList', {
  documents: t.objectList('In a fixed order.', {
    id: t.text('URI of the document.'),
    hash: t.text('SHA-256 of the content; equal for documents with equal members, in any order.'),
    written: t.orNull(
      'Time of the last write; null if the server did not record times then.',
      Type.String({ format: 'date-time' }),
    ),
  }),
  next: t.textOrNull('`after` of the next page; null on the last one.'),
});
export type DocumentList = Static<typeof DocumentList>;

export const DocumentDeletionRequest = t.closedComponent('DocumentDeletionRequest', {
  ids: t.list('URIs of the documents.', Type.String(t.length(1, 2000)), {
    minItems: 1,
    maxItems: MAX_DELETED_DOCUMENTS,
  }),
});

export const DocumentDeletionOutcome = t.outcome('DocumentDeletionOutcome', {
  deleted: t.texts('The IDs that existed.'),
  missing: t.texts('The IDs that did not exist.'),
});
export type DocumentDeletionOutcome = Static<typeof DocumentDeletionOutcome>;
