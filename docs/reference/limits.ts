/** Reference page of the limits, from the constants that the code enforces. */
import {
  DEFAULT_TOKEN_LIFETIME_SECONDS,
  documentLimits,
  MAX_DELETED_DOCUMENTS,
  MAX_DIMENSIONS,
  MAX_LISTED_DOCUMENTS,
  MAX_TOKEN_LIFETIME_SECONDS,
  requestLimits,
  SearchRequest,
} from '@semantic-search/contract';
import { MAX_CELLS } from '../../packages/engine/src/import/csv-rows.ts';
import { MAX_LINE_LENGTH, MAX_VALUES } from '../../packages/engine/src/import/line-reader.ts';
import { MAX_LITERAL_LENGTH } from '../../packages/engine/src/index-writing/document-attributes.ts';
import { MAX_CLAUSES, MAX_SEARCHED_CHARACTERS } from '../../packages/query/src/parser.ts';
import { MAX_STATEMENT_LENGTH } from '../../packages/query/src/thesaurus/rdf/rdf-parser.ts';
import { MAX_DEPTH } from '../../packages/query/src/thesaurus/rdf/rdf-parser-streams.ts';
import { MAX_LABEL_LENGTH } from '../../packages/query/src/thesaurus/skos/skos-builder-labels.ts';
import { MAX_TEXT_LENGTH } from '../../packages/sources/src/html/tree/page-text.ts';
import { type Page, paragraph, table } from './page.ts';

export function limitsPage(): Page {
  return {
    name: 'limits',
    title: 'Limits',
    description: 'Sizes and counts that the server accepts, for requests, searches, documents and thesauri.',
    blocks: [
      paragraph(
        'Characters are UTF-16 code units. A request beyond a limit returns a [problem](problems.md), unless the table says something else. The operator sets rate limits and the timeout of search backends as [environment variables](environment.md). [Configuration settings](configuration.md) and [operations](operations.md) state the ranges of their values.',
      ),
      '## Requests',
      limitTable([
        ['request line and headers', bytes(requestLimits.headerBytes)],
        ['access token', `${count(requestLimits.tokenCharacters)} characters`],
        ['body with a configuration or token', bytes(requestLimits.configurationBodyBytes)],
        ['body of other requests in JSON', bytes(requestLimits.searchBodyBytes)],
        ['body of an extraction with a publishable token', bytes(requestLimits.publishableExtractionBytes)],
        ['depth of JSON', `${requestLimits.jsonDepth} levels`],
        ['members and elements of a JSON body', count(requestLimits.jsonValues)],
        ['`errors` in a response', `${count(requestLimits.errors)}; the last one counts the rest`],
      ]),
      '## Searches',
      limitTable([
        ['input', `${count(MAX_SEARCHED_CHARACTERS)} characters; the rest is ignored`],
        ['different words and phrases of the input', `${MAX_CLAUSES}; the rest is ignored`],
        ['results per page', count(maximumOf('count'))],
        ['selected facet values', count(maximumOf('selectedFacets'))],
        ['numbers of an embedding', count(MAX_DIMENSIONS)],
      ]),
      '## Documents',
      limitTable([
        ['ID', characters(documentLimits.idLength)],
        ['members of a document', count(documentLimits.members)],
        ['name of a member', characters(documentLimits.nameLength)],
        ['elements of all lists of a document', count(documentLimits.elements)],
        ['`text`', characters(documentLimits.textLength)],
        [
          '`html`',
          `${characters(documentLimits.htmlLength)}; of its text the first ${count(MAX_TEXT_LENGTH)} are kept`,
        ],
        ['other texts', characters(documentLimits.stringLength)],
        ['sections', count(documentLimits.sections)],
        ['anchor or heading of a section', characters(documentLimits.headingLength)],
        ['texts of all sections', characters(documentLimits.sectionsLength)],
        ['value of a text facet', `${characters(MAX_LITERAL_LENGTH)}; longer ones are only searched`],
      ]),
      '## Imports',
      limitTable([
        ['file', 'none'],
        ['line of NDJSON', `${characters(MAX_LINE_LENGTH)}; longer ones are rejected alone`],
        [
          'record of CSV',
          `${characters(MAX_LINE_LENGTH)}, ${count(MAX_CELLS)} cells; a larger one ends the import`,
        ],
        ['line of an upload', `${bytes(requestLimits.lineBytes)}; a longer one ends the upload`],
        ['values of a line of NDJSON', `${count(MAX_VALUES)}; lines with more are rejected alone`],
        ['documents in one deletion', count(MAX_DELETED_DOCUMENTS)],
        ['documents in one page of the list', count(MAX_LISTED_DOCUMENTS)],
        ['uploads of documents at the same time', count(requestLimits.documentUploads)],
        ['uploads of thesauri at the same time', count(requestLimits.thesaurusUploads)],
      ]),
      '## Thesauri',
      limitTable([
        ['statement', characters(MAX_STATEMENT_LENGTH)],
        ['nesting', `${MAX_DEPTH} levels`],
        ['label', `${characters(MAX_LABEL_LENGTH)}; longer ones are shortened`],
      ]),
      '## Tokens',
      limitTable([
        ['lifetime of a publishable token by default', `${DEFAULT_TOKEN_LIFETIME_SECONDS / 86_400} days`],
        ['lifetime of any token', `${MAX_TOKEN_LIFETIME_SECONDS / 86_400} days`],
      ]),
    ],
  };
}

const limitTable = (rows: [string, string][]) => table(['Limit', 'Value'], rows);
const count = (value: number) => value.toLocaleString('en');
const characters = (value: number) => `${count(value)} characters`;

function bytes(value: number): string {
  return value >= 2 ** 20 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`;
}

function maximumOf(member: 'count' | 'selectedFacets'): number {
  const { maximum, maxItems } = SearchRequest.properties[member] as { maximum?: number; maxItems?: number };
  return maximum ?? maxItems!;
}
