/** Capabilities of a search space for the validation of configurations. */
import type { Backend } from '../backends/backend.ts';
import type { Execute } from '../backends/call.ts';
import type { SpaceCapabilities } from '../configurations/validate-against-space.ts';
import { profileSpace } from './profile-space.ts';

export function spaceCapabilities(backend: Backend, execute: Execute): SpaceCapabilities {
  return {
    knowsSpace: async (searchSpace) => (await backend.space(searchSpace)) !== undefined,
    async knowsFacet(searchSpace, uri) {
      const space = await backend.space(searchSpace);
      return (await space?.facets([uri]))?.[0] !== undefined;
    },
    async knowsRecommender(searchSpace, name) {
      const space = await backend.space(searchSpace);
      return (await space?.describe())?.recommenders.includes(name) ?? false;
    },
    profile: (searchSpace) => profileSpace(searchSpace, backend, execute),
  };
}
