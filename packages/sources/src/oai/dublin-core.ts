/** Documents from Dublin Core metadata (`oai_dc`). */
import { isoDate, isWebAddress, languageTag } from '../metadata-values.ts';
import type { Document } from '../source.ts';
import { childTexts, type XmlElement } from './xml-tree.ts';

/** Elements that become attributes, under their own names. */
const ATTRIBUTES = [
  'creator',
  'contributor',
  'publisher',
  'subject',
  'type',
  'format',
  'coverage',
  'source',
  'rights',
];

/** Null if there is neither a title nor a description. */
export function dublinCoreDocument(identifier: string, metadata: XmlElement): Document | null {
  const texts = (name: string) => childTexts(metadata, name);
  const [title = identifier] = texts('title');
  const description = texts('description').join('\n\n');
  if (texts('title').length === 0 && description === '') return null;
  const link = [...texts('identifier'), identifier].find(isWebAddress);
  const [type] = texts('type');
  const date = texts('date').map(isoDate).find(Boolean);
  const language = texts('language').map(languageTag).find(Boolean);
  const subjects = texts('subject');
  const attributes = ATTRIBUTES.map((name) => [name, texts(name)] as const);
  return {
    id: identifier,
    ...(link && { link }),
    title,
    ...(description && { description }),
    text: '',
    ...(date && { date }),
    ...(language && { language }),
    ...(type && { type }),
    ...(subjects.length > 0 && { subjects }),
    sections: [],
    attributes: Object.fromEntries(
      attributes.filter(([name, values]) => name !== 'type' && values.length > 0),
    ),
  };
}
