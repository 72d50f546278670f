/** Search for the preferred labels of the Field guide: the first document must be about the concept. */
import { type AskFieldGuide, readDocuments, readThesaurus } from './field-guide.fixture.ts';

/** Searches for one of `every` labels of concepts with documents; returns the failures as `label@language`. */
export async function labelsAstray(
  ask: AskFieldGuide,
  every: number,
): Promise<{ asked: number; astray: string[] }> {
  const { concepts } = await readThesaurus();
  const about = new Map<string, Set<string>>();
  for (const { id, subjects } of await readDocuments()) {
    const all = new Set(subjects);
    for (const concept of all) for (const broader of concepts.get(concept)?.broader ?? []) all.add(broader);
    about.set(id, all);
  }
  const isMet = (concept: string) => [...about.values()].some((subjects) => subjects.has(concept));
  const labels = [...concepts].flatMap(([concept, { preferred }]) =>
    isMet(concept) ? preferred.map(([text, language]) => ({ concept, text, language })) : [],
  );
  const asked = labels.filter((_, i) => i % every === 0);
  const astray: string[] = [];
  for (const { concept, text, language } of asked) {
    const [first] = (await ask(text, language, 1)).documents;
    if (!first || !about.get(first.id)!.has(concept)) astray.push(`${text}@${language}`);
  }
  return { asked: asked.length, astray };
}
