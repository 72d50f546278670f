/** English messages of lazily loaded components; a module that uses one of them imports this file. */
import { en } from './en.ts';

export const later = {
  details: 'Details',
  showResults: { one: 'Show {count} result', other: 'Show {count} results' },
  back: 'Back to results',
  source: 'Open the page',
  broader: 'Broader',
  searchForThis: 'Search for this',
  withoutFilters: 'Without filters',
  fewerPages: 'There are fewer pages than that.',
  otherWords: 'Check the spelling or try a broader word.',
  missing: 'This document is no longer here',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  exportAs: 'Export as {format}',
  print: 'Print',
  speak: 'Search by voice',
  noVoice: 'Voice input is not available right now.',
  showEverything: 'Show all',
  unconfigured: 'No search has been set up here',
  trends: 'Documents over time',
};

Object.assign(en, later);
