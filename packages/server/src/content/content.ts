/** The search spaces and their routes. */
import type Router from '@koa/router';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { SpaceCapabilities } from '../configurations/validate-against-space.ts';
import type { Parts } from '../observability/health.ts';

export interface Content {
  knowledge: SpaceCapabilities;
  routes(configurations: ConfigurationStore): Router[];
  /** Health checks for `/ready`. */
  parts: Parts;
  /** Health checks that `/ready` reports, but that do not affect readiness. */
  dispensable: Parts;
  close(): Promise<void>;
}
