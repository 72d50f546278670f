/** The operations on search spaces and their ranking (reference/http-api.md#search-spaces). */
import * as examples from '../examples.ts';
import * as ranking from '../messages/ranking.ts';
import * as spaces from '../messages/spaces.ts';
import { jsonBody, type Operation, onSpace, operationWith, returns } from './operation.ts';

const settings = { fields: { title: 3 } };
const threshold = { ofTotal: 0.3, ofLargest: 0.5 };
const rankingResponse = returns(ranking.Ranking, 'The settings.', {
  settings,
  effective: { k1: 2, b: 0.7, fields: { title: 3, text: 1 }, threshold },
});

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const spaceOperations: Operation[] = [
  operation('listSpaces', 'GET /api/spaces', {
    summary: 'List the search spaces and what they offer',
    description:
      'Returns what an editor of configurations needs: facets, recommenders, similarities, languages and counts. A token that is limited to search spaces lists only these spaces.',
    scope: 'configurations:read',
    response: returns(spaces.SpaceList, 'The search spaces by name.', examples.spaceList),
  }),
  operation('deleteSpace', `DELETE ${onSpace}`, {
    summary: 'Delete a search space with its documents, thesaurus and schedules',
    description:
      'The deletion is permanent, and also works for a space that cannot be opened. Configurations that use the space stay, and their searches return no results. A space of another service returns 405: delete it there.',
    response: returns(spaces.SpaceDeletion, 'The search space is deleted.', {
      message: 'The search space examples is deleted.',
      name: 'examples',
    }),
  }),
  operation('searchSpace', `POST ${onSpace}/search`, {
    summary: 'Search without a configuration, to measure the ranking',
    description:
      'Returns the IDs of the best documents, and how they had to match. `ranking` tries settings with this request only; absent members have the values of the search space. OpenSearch clusters and GraphSearch services cannot try settings and return 400.',
    body: jsonBody(ranking.SpaceSearchRequest, {
      input: 'forest giraffe',
      language: 'en',
      count: 10,
      ranking: { fields: { title: 3 } },
    }),
    response: returns(ranking.SpaceSearchResponse, 'The best documents.', {
      total: 1,
      documents: [{ id: examples.documentInput.id, score: 2.31 }],
      matching: { requirements: 2, requiredShare: 1, isCorrected: false },
      isUnquoted: false,
    }),
  }),
  operation('getRanking', `GET ${onSpace}/ranking`, {
    summary: 'Read the ranking settings',
    description: 'A space whose ranking is configured with its backend returns 405.',
    response: rankingResponse,
  }),
  operation('replaceRanking', `PUT ${onSpace}/ranking`, {
    summary: 'Replace the ranking settings',
    description:
      'Absent members have their default values. The settings apply to the next search; nothing is indexed again. A space whose ranking is configured with its backend returns 405.',
    body: jsonBody(ranking.RankingSettings, settings),
    response: { ...rankingResponse, description: 'The new settings.' },
  }),
  operation('trainSpace', `POST ${onSpace}/training`, {
    summary: 'Train concept tagging with the tagged documents',
    description:
      'Trains a model with the documents that have subjects, evaluates it by cross-validation and stores it. Training may take minutes; searches and writes continue. With too few such documents, the response is 409.',
    response: returns(spaces.TrainingOutcome, 'Quality on held-out documents.', {
      message: 'The search space was trained with 8000 documents.',
      documents: 8000,
      precision: 0.41,
      recall: 0.36,
      f1: 0.37,
      languages: [{ language: 'de', documents: 8000, precision: 0.41, recall: 0.36, f1: 0.37 }],
    }),
    problems: ['conflict'],
  }),
];
