/** The search spaces and their routes. */
import type Router from '@koa/router';
import type { ConfigurationStore } from '../configurations/store.ts';
import type { SpaceCapabilities } from '../configurations/validate-against-space.ts';
import type { ComponentChecks } from '../observability/health.ts';

export interface Content {
  capabilities: SpaceCapabilities;
  routes(configurations: ConfigurationStore): Router[];
  /** Health checks of required components for `/ready`. */
  required: ComponentChecks;
  /** Health checks that `/ready` reports, but that do not affect readiness. */
  optional: ComponentChecks;
  close(): Promise<void>;
}
