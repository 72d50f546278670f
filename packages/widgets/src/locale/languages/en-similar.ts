/** English, the words of lists of similar documents: what shows one imports this file. */
import { en } from './en.ts';

export const similar = {
  similarDocuments: 'Similar documents',
  recommended: 'Recommended',
  noSimilar: 'No similar documents',
  shared: 'In common: {concepts}',
};

Object.assign(en, similar);
