/** Title of a document; its ID if it has none. */
import type { RetrievedDocument } from '@semantic-search/contract';

export const titleOf = ({ title, id }: Pick<RetrievedDocument, 'title' | 'id'>): string => title || id;
