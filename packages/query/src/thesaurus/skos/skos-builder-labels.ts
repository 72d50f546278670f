/** Label normalization: one preferred label per language; only replaced concepts may have none. */
import { packTexts, sharedUint8, sharedUint16, sharedUint32 } from '../../collections/shared-arrays.ts';
import type { Warn } from '../hierarchy.ts';
import { FALLBACK_LABEL } from '../rdf/rdf-terms.ts';
import { ALTERNATIVE, HIDDEN, type LabelKind, PREFERRED } from '../thesaurus.ts';
import { type NodeText, type SkosCollector, withLinkedTexts } from './skos-collector.ts';

/** Nodes of the thesaurus, concepts first, and the ordinal of each node (−1 for others). */
export interface Members {
  nodes: number[];
  size: number;
  ordinals: Int32Array;
  /** Flags of each node, including those that relations imply. */
  flags: number[];
}

/** In UTF-16 units. Longer labels would inflate every response that contains them. */
export const MAX_LABEL_LENGTH = 1000;
/** First half of a surrogate pair that the truncation has cut. */
const halfPair = /[\ud800-\udbff]$/;

export function packThesaurusLabels(
  collected: SkosCollector,
  members: Members,
  isReplaced: (ordinal: number) => boolean,
  warn: Warn,
) {
  const labelsByOrdinal: NodeText[][] = members.nodes.map(() => []);
  for (const label of withLinkedTexts(collected.labels, collected.labelLinks, collected.forms)) {
    const ordinal = members.ordinals[label.node]!;
    if (ordinal >= 0) labelsByOrdinal[ordinal]!.push(label);
  }
  const notations = new Map(collected.notations.map((notation) => [notation.node, notation]));
  const substituteOf = (node: number, ordinal: number): NodeText => {
    const placeholder = { node, kind: PREFERRED, language: 0 };
    // A number from the URI of a replaced concept must not match in texts.
    if (isReplaced(ordinal)) return { ...placeholder, text: '' };
    return notations.get(node) ?? { ...placeholder, text: lastSegment(collected.nodes[node]!) };
  };
  const starts = sharedUint32(members.nodes.length + 1);
  const packed: NodeText[] = [];
  members.nodes.forEach((node, ordinal) => {
    const uri = collected.nodes[node]!;
    const stated = normalizeLabels(labelsByOrdinal[ordinal]!, uri, warn);
    const isUnnamedConcept = stated.length === 0 && ordinal < members.size && !isReplaced(ordinal);
    if (isUnnamedConcept) warn(`${uri} has no label.`);
    const [first = substituteOf(node, ordinal), ...others] = stated;
    packed.push(withKind(first, PREFERRED));
    for (const label of others) packed.push(label);
    starts[ordinal + 1] = packed.length;
  });
  return {
    labels: packTexts(packed.map((label) => label.text)),
    labelStarts: starts,
    labelKinds: sharedUint8(packed.map((label) => label.kind)),
    labelLanguages: sharedUint16(packed.map((label) => label.language)),
  };
}

/** Removes duplicates; the first preferred label of a language stays preferred, others become alternative. */
function normalizeLabels(labels: NodeText[], uri: string, warn: Warn): NodeText[] {
  const sorted = labels.sort((a, b) => a.kind - b.kind).map((label) => truncate(label, uri, warn));
  const hasPreferred = sorted[0]?.kind === PREFERRED;
  const hasFallback = sorted.some(({ kind }) => kind === FALLBACK_LABEL);
  if (!hasPreferred && sorted.length > 0 && !hasFallback) warn(`${uri} has no preferred label.`);
  const kept = hasPreferred ? sorted.filter(({ kind }) => kind !== FALLBACK_LABEL) : sorted;
  const equalLabels = Map.groupBy(kept, ({ language, text }) => `${language} ${text}`);
  const preferredLanguages = new Set<number>();
  const normalized = Array.from(equalLabels.values(), ([first]) => {
    const label = first!;
    if (label.kind !== PREFERRED && label.kind !== FALLBACK_LABEL) return label;
    if (!preferredLanguages.has(label.language)) {
      preferredLanguages.add(label.language);
      return withKind(label, PREFERRED);
    }
    if (label.kind === FALLBACK_LABEL) return withKind(label, HIDDEN);
    warn(`${uri} has several preferred labels in one language; only the first is used as preferred label.`);
    return withKind(label, ALTERNATIVE);
  });
  return normalized.sort((a, b) => a.kind - b.kind);
}

function withKind(label: NodeText, kind: LabelKind): NodeText {
  return label.kind === kind ? label : { ...label, kind };
}

function truncate(label: NodeText, uri: string, warn: Warn): NodeText {
  const { text } = label;
  if (text.length <= MAX_LABEL_LENGTH) return label;
  warn(`${uri} has a label of ${text.length} characters; it was truncated to ${MAX_LABEL_LENGTH}.`);
  return { ...label, text: text.slice(0, MAX_LABEL_LENGTH).replace(halfPair, '') };
}

function lastSegment(uri: string): string {
  return uri.split(/[/#:]/).findLast((part) => part !== '') ?? uri;
}

/** True if the builder may have generated the label, because the resource had none. */
export function isPlaceholderLabel(label: string, uri: string): boolean {
  return label === lastSegment(uri);
}
