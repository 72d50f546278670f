/** HTML snippet that puts a configuration on a page of a website owner. */

export interface EmbedParts {
  /** ID of the configuration. */
  configuration: number;
  /** A publishable token. */
  token: string;
  /** Absolute URL of the script. */
  script: string;
  /** Subresource integrity value of the script (W3C SRI); null to load it unpinned. */
  integrity: string | null;
}

/** Keeps the place of the elements until the script has loaded. The animation ends after 6 s, in case it never loads. */
const reservation = [
  ':is(semantic-search, facet-panel):not(:defined) { display: block; animation: search-loads 6s }',
  '@keyframes search-loads { from, to { min-block-size: min(100vh, 80rem) } }',
].join(' ');

/** Three lines of HTML, without a line break at the end. */
export function embedSnippet({ configuration, token, script, integrity }: EmbedParts): string {
  const pin = integrity === null ? '' : ` integrity="${escaped(integrity)}" crossorigin`;
  return [
    `<style>${reservation}</style>`,
    `<script type="module" src="${escaped(script)}"${pin}></script>`,
    `<semantic-search configuration="${configuration}" token="${escaped(token)}"></semantic-search>`,
  ].join('\n');
}

/** The text as the value of an attribute in quotation marks. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
