/** Content operations that report every change, so that later queries share no older result. */
import type { LocalBackend, SpaceContent } from '@semantic-search/engine/backend';

/** Calls `onWrite` with the name of the space after each change, including failed ones. */
export function notifyWrites(backend: LocalBackend, onWrite: (space: string) => void): LocalBackend {
  return {
    ...backend,
    deleteSpace: (name) => backend.deleteSpace(name).finally(() => onWrite(name)),
    async content(name, create) {
      const content = await backend.content(name, create);
      return content && notifying(content, () => onWrite(name));
    },
  };
}

function notifying(
  { documents, runs, originals, thesaurus, trainer, ranking }: SpaceContent,
  onWrite: () => void,
): SpaceContent {
  return {
    originals,
    runs: runs && { ...runs, removeMissing: (...all) => runs.removeMissing(...all).finally(onWrite) },
    documents: {
      put: (given) => documents.put(given).finally(onWrite),
      delete: (id) => documents.delete(id).finally(onWrite),
      deleteAll: (ids) => documents.deleteAll(ids).finally(onWrite),
    },
    thesaurus: thesaurus && {
      replaceThesaurus: (...given) => thesaurus.replaceThesaurus(...given).finally(onWrite),
      removeThesaurus: (part) => thesaurus.removeThesaurus(part).finally(onWrite),
      thesauri: thesaurus.thesauri,
    },
    trainer: trainer && { train: () => trainer.train().finally(onWrite) },
    ranking: ranking && {
      ranking: ranking.ranking,
      replaceRanking: (settings) => ranking.replaceRanking(settings).finally(onWrite),
    },
  };
}
