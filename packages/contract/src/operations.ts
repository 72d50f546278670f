/** Operations table: source of the OpenAPI description; clients are checked against it. */
import { configurationOperations } from './operations/configurations.ts';
import { documentOperations } from './operations/documents.ts';
import { insightOperations } from './operations/insight.ts';
import type { Operation } from './operations/operation.ts';
import { searchOperations } from './operations/search.ts';
import { serviceOperations } from './operations/service.ts';
import { sessionOperations } from './operations/sessions.ts';
import { sourceOperations } from './operations/sources.ts';
import { spaceOperations } from './operations/spaces.ts';
import { thesaurusOperations } from './operations/thesauri.ts';
import { tokenOperations } from './operations/tokens.ts';

export type { Operation } from './operations/operation.ts';

export const operations: Operation[] = [
  ...searchOperations,
  ...configurationOperations,
  ...spaceOperations,
  ...documentOperations,
  ...thesaurusOperations,
  ...sourceOperations,
  ...tokenOperations,
  ...sessionOperations,
  ...insightOperations,
  ...serviceOperations,
];
