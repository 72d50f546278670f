/** The operations on search spaces and their content (contract, search spaces). */
import type { TSchema } from 'typebox';
import * as examples from '../examples.ts';
import type { ProblemCode } from '../problem.ts';
import * as spaces from '../spaces.ts';
import { bodyProblems, json, type Operation } from './operation.ts';

const onSpace = '/api/spaces/{space}';
const contentProblems: ProblemCode[] = ['not-found'];

export const spaceOperations: Operation[] = [
  {
    id: 'listSpaces',
    method: 'get',
    path: '/api/spaces',
    tag: 'Spaces',
    summary: 'List the search spaces and what they offer',
    scope: 'configurations:read',
    answer: {
      schema: spaces.SpaceList,
      description: 'The search spaces by name.',
      example: examples.spaceList,
    },
    problems: [],
  },
  {
    id: 'addDocuments',
    method: 'post',
    path: `${onSpace}/documents`,
    tag: 'Spaces',
    summary: 'Add or replace many documents',
    description:
      'NDJSON (one document a line) or CSV, streamed. The answer is NDJSON too: one line of progress a batch, the last with `done: true`. Bad lines are reported and do not hold up the others; one that does not end within 32 MiB ends the upload, with 413 where it stands in the first batch. A space that does not exist is made.',
    scope: 'spaces:write',
    body: {
      schema: spaces.DocumentInput,
      required: true,
      mediaTypes: ['application/x-ndjson', 'text/csv'],
      example: examples.documentInput,
    },
    answer: {
      schema: spaces.IngestProgress,
      description: 'Progress, one JSON object a line.',
      example: {
        done: true,
        line: 330,
        accepted: 329,
        refused: 1,
        errors: [{ line: 7, message: 'id is missing' }],
      },
      mediaType: 'application/x-ndjson',
    },
    problems: [...contentProblems, 'content-too-large', 'unsupported-media-type'],
  },
  {
    id: 'replaceThesaurus',
    method: 'put',
    path: `${onSpace}/thesaurus`,
    tag: 'Spaces',
    summary: 'Replace the thesaurus',
    description:
      'Streamed; only JSON-LD, whose context may come last, has a limit of 64 Mi characters. A statement may have 4 Mi characters, and elements of XML or objects of JSON may be nested 100 levels deep. Where it is refused, the thesaurus stays as it was.',
    scope: 'spaces:write',
    body: {
      schema: { type: 'string', description: 'SKOS' } as TSchema,
      required: true,
      mediaTypes: ['text/turtle', 'application/rdf+xml', 'application/n-triples', 'application/ld+json'],
      example: examples.turtle,
    },
    answer: {
      schema: spaces.ThesaurusOutcome,
      description: 'What was read, and what was odd about it.',
      example: {
        message: 'The thesaurus has 760 concepts.',
        concepts: 760,
        labels: 5480,
        languages: ['ar', 'de', 'en', 'es', 'fr'],
        warnings: [],
      },
    },
    problems: [...contentProblems, 'bad-request', 'content-too-large', 'unsupported-media-type'],
  },
  {
    id: 'trainSpace',
    method: 'post',
    path: `${onSpace}/training`,
    tag: 'Spaces',
    summary: 'Learn from tagged documents how to tag others',
    description:
      'Learns from the documents that came with subjects, measures by cross-validation how well, and keeps what was learned. May take minutes; searching and writing go on meanwhile.',
    scope: 'spaces:write',
    answer: {
      schema: spaces.TrainingOutcome,
      description: 'How good it is on documents that were left out of learning.',
      example: {
        message: 'The search space has learned from 8000 documents.',
        documents: 8000,
        precision: 0.41,
        recall: 0.36,
        f1: 0.37,
        languages: [{ language: 'de', documents: 8000, precision: 0.41, recall: 0.36, f1: 0.37 }],
      },
    },
    problems: [...contentProblems, 'bad-request'],
  },
  {
    id: 'getStoredDocument',
    method: 'get',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Read a document as it was written',
    scope: 'spaces:write',
    answer: { schema: spaces.DocumentInput, description: 'The document.', example: examples.documentInput },
    problems: contentProblems,
  },
  {
    id: 'putDocument',
    method: 'put',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Add or replace one document',
    scope: 'spaces:write',
    body: { schema: spaces.DocumentInput, required: true, mediaTypes: json, example: examples.documentInput },
    answer: {
      schema: spaces.DocumentOutcome,
      description: 'It is durable and found by the next search.',
      example: { message: 'The document is saved.', id: examples.documentInput.id },
    },
    problems: [...contentProblems, ...bodyProblems],
  },
  {
    id: 'deleteDocument',
    method: 'delete',
    path: `${onSpace}/documents/{uri}`,
    tag: 'Spaces',
    summary: 'Delete one document',
    scope: 'spaces:write',
    answer: {
      schema: spaces.DocumentOutcome,
      description: 'It is gone.',
      example: { message: 'The document is deleted.', id: examples.documentInput.id },
    },
    problems: contentProblems,
  },
];
