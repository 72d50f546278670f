/** English messages of lists of similar documents; a module that renders one imports this file. */
import { en } from './en.ts';

export const similar = {
  similarDocuments: 'Similar documents',
  recommended: 'Recommended',
  noSimilar: 'No similar documents',
  shared: 'In common: {concepts}',
};

Object.assign(en, similar);
