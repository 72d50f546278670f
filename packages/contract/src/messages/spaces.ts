/** Schemas of search spaces: imports, runs, thesauri, categories, training (reference/http-api.md). */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';
import { documentLimits } from './documents.ts';
import { SpaceSource } from './sources.ts';

export const AvailableFacet = t.component('AvailableFacet', {
  uri: t.text(
    'The `uri` of a facet setting: URI of a scheme or collection, `dyn_uri_all_concepts`, or an attribute name.',
  ),
  field: t.text('`field` of the facet in search requests and responses.'),
  label: t.text('Name of the scheme or collection, or the name of the attribute.'),
  kind: t.choice('Type of the values.', ['concept', 'literal', 'number', 'date']),
  hierarchical: t.boolean('Whether its concepts have narrower ones.'),
});

export const Space = t.component('Space', {
  name: t.text('Name of the search space.'),
  documents: t.integer('Number of documents.'),
  concepts: t.integer('Number of concepts, without deprecated ones.'),
  languages: t.texts('BCP 47 tags of documents and labels.'),
  facets: t.list('Facets that a configuration can show.', AvailableFacet),
  recommenders: t.texts('Names for `recommender` of getRecommendations.'),
  similarities: t.texts('Names for `similarity` of getSimilar.'),
  ...t.optional({
    notices: t.texts('Repairs and failed saves since the start, newest last; absent if there are none.'),
    sources: t.list('Sources that the server reads; absent if there are none.', SpaceSource),
  }),
  healthy: t.boolean('False if the search space did not respond; the counts are 0 then.'),
});
export type Space = Static<typeof Space>;

export const SpaceList = t.component('SpaceList', {
  spaces: t.list('The search spaces that the token permits, by name.', Space),
});
export type SpaceList = Static<typeof SpaceList>;

export const SpaceDeletion = t.outcome('SpaceDeletion', {
  name: t.text('Name of the deleted search space.'),
});
export type SpaceDeletion = Static<typeof SpaceDeletion>;

/** One line of progress of an import, in NDJSON. The last line has `done: true`. */
export const IngestProgress = t.component('IngestProgress', {
  done: t.boolean('True in the last line. Without it, the upload was interrupted.'),
  line: t.integer('Last processed line of the input.'),
  accepted: t.integer('Documents durable so far.'),
  refused: t.integer('Documents rejected so far.'),
  unchanged: Type.Optional(
    t.integer('In a run: accepted documents that were not written, because they had not changed.'),
  ),
  errors: t.objectList('Documents rejected since the previous line of progress.', {
    line: t.integer('Line of the input, from 1.'),
    message: t.text('Why the document was rejected.'),
  }),
});
export type IngestProgress = Static<typeof IngestProgress>;

export const ThesaurusOutcome = t.outcome('ThesaurusOutcome', {
  concepts: t.integer('Number of concepts.'),
  labels: t.integer('Number of labels.'),
  languages: t.texts('BCP 47 tags of the labels.'),
  title: t.textOrNull('Label of the first concept scheme; null if it has none.'),
  license: t.textOrNull('License or statement of rights in the file, a text or a URI; null if it has none.'),
  warnings: t.texts('Repairs such as removed cycles and missing labels; at most 100.'),
});
export type ThesaurusOutcome = Static<typeof ThesaurusOutcome>;

/** A named part of the thesaurus of a search space. */
export const ThesaurusPart = t.component('ThesaurusPart', {
  name: t.text('`main` is the part that `PUT …/thesaurus` replaces.'),
  concepts: t.integer('Number of concepts, without deprecated ones.'),
  written: t.textOrNull('Time of the upload (ISO 8601); null if a previous version stored it.'),
  title: ThesaurusOutcome.properties.title,
  license: ThesaurusOutcome.properties.license,
});

export const ThesaurusPartList = t.component('ThesaurusPartList', {
  thesauri: t.list('`main` first, then by name.', ThesaurusPart),
});
export type ThesaurusPartList = Static<typeof ThesaurusPartList>;

export const CategoryOutcome = t.outcome('CategoryOutcome', {
  concepts: t.integer('Number of categories.'),
  changed: t.boolean('False if the categories are the same as before.'),
});
export type CategoryOutcome = Static<typeof CategoryOutcome>;

export const ThesaurusRemoval = t.outcome('ThesaurusRemoval', { name: t.text('Name of the removed part.') });
export type ThesaurusRemoval = Static<typeof ThesaurusRemoval>;

const measures = {
  documents: t.integer('Number of documents with subjects.'),
  precision: t.number('Share of the extracted concepts that are subjects.', t.range(0, 1)),
  recall: t.number('Share of the subjects that were extracted.', t.range(0, 1)),
  f1: t.number('Harmonic mean of precision and recall.', t.range(0, 1)),
};

/** Averages over held-out documents: the five best concepts compared with the human subjects. */
export const TrainingOutcome = t.outcome('TrainingOutcome', {
  ...measures,
  languages: t.objectList('Measures by language, most documents first.', {
    language: t.text('Empty for documents without a language.'),
    ...measures,
  }),
});
export type TrainingOutcome = Static<typeof TrainingOutcome>;

export const WriteParameters = t.parameters({
  run: Type.Optional(t.text('ID of the run that the documents belong to.', t.length(1, 100))),
});

export const CompletionParameters = t.parameters(
  t.optional({
    force: t.choice(
      'Whether to remove documents even if more than half would be removed, or if documents had no readable ID.',
      ['true', 'false'],
      { default: 'false' },
    ),
    prefix: t.text(
      'Prefix of the IDs of this source, if a search space has several sources. Other documents are neither counted nor removed.',
      t.length(1, documentLimits.idLength),
    ),
  }),
);

const RunId = t.text('ID of the run.');

export const RunStart = t.outcome('RunStart', { id: RunId });
export type RunStart = Static<typeof RunStart>;

export const RunCompletion = t.outcome('RunCompletion', {
  id: RunId,
  removed: t.integer('Number of documents that the run did not contain.'),
  documents: t.integer('Number of documents in the search space, or of documents with the prefix.'),
});
export type RunCompletion = Static<typeof RunCompletion>;

export const RunAbandonment = t.outcome('RunAbandonment', { id: RunId });
export type RunAbandonment = Static<typeof RunAbandonment>;
