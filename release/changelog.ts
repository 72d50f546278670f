/** Root changelog, merged from the changelogs of the packages, which are released together. */

const KINDS = ['Major Changes', 'Minor Changes', 'Patch Changes'] as const;
type Kind = (typeof KINDS)[number];

/** Changes of one version by kind, without duplicates. */
type Changes = Record<Kind, Set<string>>;

/** The changelogs of the packages have a heading per version and kind, as `changeset version` writes them. */
export function mergeChangelogs(changelogs: readonly string[]): string {
  const versions = new Map<string, Changes>();
  for (const changelog of changelogs) collect(changelog, versions);
  const sorted = [...versions].sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }));
  return `# Changelog\n${sorted.map(([version, changes]) => sectionOf(version, changes)).join('')}`;
}

function collect(changelog: string, versions: Map<string, Changes>): void {
  for (const [version = '', ...parts] of split(changelog, /^## /m)) {
    const changes = versions.get(version) ?? {
      'Major Changes': new Set(),
      'Minor Changes': new Set(),
      'Patch Changes': new Set(),
    };
    versions.set(version, changes);
    for (const [kind = '', ...lines] of split(parts.join('\n'), /^### /m)) {
      for (const change of `\n${lines.join('\n')}`.split(/\n(?=- )/)) {
        const text = withoutHash(change.trim());
        // Packages depend on each other in the version of the release.
        if (text !== '' && !text.startsWith('- Updated dependencies')) changes[kind as Kind].add(text);
      }
    }
  }
}

/** Sections as lists of their lines, the heading first. */
function split(text: string, heading: RegExp): string[][] {
  return text
    .split(heading)
    .slice(1)
    .map((section) => section.split('\n').map((line) => line.trimEnd()));
}

/** `changeset version` begins an entry with the commit that added it. */
const withoutHash = (entry: string) => entry.replace(/^- [0-9a-f]{7,}: /, '- ');

function sectionOf(version: string, changes: Changes): string {
  const kinds = KINDS.filter((kind) => changes[kind].size > 0);
  const lists = kinds.map((kind) => `\n### ${kind}\n\n${[...changes[kind]].join('\n')}\n`);
  return `\n## ${version}\n${lists.join('')}`;
}
