/** What configurations may ask of their search space, answered by the backend. */
import type { Backend } from '../backends/backend.ts';
import type { SpaceKnowledge } from '../configurations/validate-against-space.ts';

export function spaceKnowledge(backend: Backend): SpaceKnowledge {
  return {
    knowsSpace: async (searchSpace) => (await backend.space(searchSpace)) !== undefined,
    async knowsFacet(searchSpace, uri) {
      const space = await backend.space(searchSpace);
      return (await space?.facet(uri)) !== undefined;
    },
    async knowsRecommender(searchSpace, name) {
      const space = await backend.space(searchSpace);
      return (await space?.describe())?.recommenders.includes(name) ?? false;
    },
  };
}
