/** Pictures of the Field guide: one file per look, and the documents with the paths of their pictures. */
import { type Concept, readDocuments, readThesaurus, root } from '../field-guide.fixture.ts';
import { backdrops } from './backdrops.ts';
import { drawings, looks } from './looks.ts';

export interface Pictures {
  /** Contents by file name. */
  files: Map<string, string>;
  /** The documents as NDJSON. */
  documents: string;
}

/** Throws if a document has no kind with a look. */
export async function drawPictures(): Promise<Pictures> {
  const [{ concepts }, documents] = await Promise.all([readThesaurus(), readDocuments()]);
  const files = new Map<string, string>();
  const lines = documents.map((document) => {
    const kind = nearestKind(document.subjects[0]!, concepts);
    files.set(`${kind}.svg`, pictureOf(kind, concepts));
    return `${JSON.stringify({ ...document, image: `/demo/pictures/${kind}.svg` })}\n`;
  });
  return { files, documents: lines.join('') };
}

/** Breadth-first search of the broader concepts. */
function nearestKind(uri: string, concepts: ReadonlyMap<string, Concept>): string {
  const queue = [uri];
  for (const each of queue) {
    const name = each.slice(each.lastIndexOf('/') + 1);
    if (Object.hasOwn(looks, name)) return name;
    queue.push(...(concepts.get(each)?.broader ?? []));
  }
  throw new Error(`No kind of ${uri} has a look.`);
}

function pictureOf(kind: string, concepts: ReadonlyMap<string, Concept>): string {
  const [title] = concepts.get(`${root}kind/${kind}`)!.preferred.find(([, language]) => language === 'en')!;
  const [drawing, backdrop, colors] = looks[kind]!;
  const [main = '', shade = '', light = '', accent = ''] = colors.split(' ');
  const animal = drawings[drawing]({ main, shade, light, accent });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><title>${title}</title>${backdrops[backdrop]}${animal}</svg>\n`;
}
