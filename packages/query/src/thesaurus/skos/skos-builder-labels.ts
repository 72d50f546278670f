/** Label normalization: one preferred label per language; only replaced concepts may have none. */
import { packTexts, sharedUint8, sharedUint16, startsOf } from '../../collections/shared-arrays.ts';
import type { Warn } from '../hierarchy.ts';
import { ALTERNATIVE, FALLBACK_LABEL, HIDDEN, type LabelKind, PREFERRED } from '../rdf/rdf-terms.ts';
import { type NodeText, type SkosCollector, withLinkedTexts } from './skos-collector.ts';

/** Resources of the thesaurus: concepts, then schemes and collections. */
export interface Resources {
  /** Node of each resource, by ordinal. */
  nodes: number[];
  conceptCount: number;
  /** Ordinal of each node; −1 for a node that is not a resource of the thesaurus. */
  ordinals: Int32Array;
  /** Flags of each node, including those that relations imply. */
  flags: number[];
}

/** In UTF-16 units. Longer labels would inflate every response that contains them. */
export const MAX_LABEL_LENGTH = 1000;
/** First half of a surrogate pair that the truncation has cut. */
const cutSurrogate = /[\ud800-\udbff]$/;

/** Labels of all resources, in the order of their ordinals. Every resource has a preferred label, if need be a substitute. */
export function thesaurusLabels(
  collected: SkosCollector,
  resources: Resources,
  isReplaced: (ordinal: number) => boolean,
  warn: Warn,
) {
  const statedLabels = [...withLinkedTexts(collected.labels, collected.labelLinks, collected.forms)];
  const labelsByNode = Map.groupBy(statedLabels, ({ node }) => node);
  const notations = new Map(collected.notations.map((notation) => [notation.node, notation]));
  const labelLists = resources.nodes.map((node, ordinal) => {
    const uri = collected.nodes[node]!;
    const stated = normalizeLabels(labelsByNode.get(node) ?? [], uri, warn);
    if (stated.length > 0) return stated.with(0, withKind(stated[0]!, PREFERRED));
    // A number from the URI of a replaced concept must not match in texts.
    if (isReplaced(ordinal)) return [placeholderLabel(node, '')];
    if (ordinal < resources.conceptCount) warn(`${uri} has no label.`);
    return [withKind(notations.get(node) ?? placeholderLabel(node, lastSegment(uri)), PREFERRED)];
  });
  const labels = labelLists.flat();
  return {
    labels: packTexts(labels.map((label) => label.text)),
    labelStarts: startsOf(labelLists.map(({ length }) => length)),
    labelKinds: sharedUint8(labels.map((label) => label.kind)),
    labelLanguages: sharedUint16(labels.map((label) => label.language)),
  };
}

/** Language 0 means no language, because a URI is not a text. */
function placeholderLabel(node: number, text: string): NodeText {
  return { node, kind: PREFERRED, language: 0, text };
}

/** Removes duplicates; the first preferred label of a language stays preferred, others become alternative. */
function normalizeLabels(labels: NodeText[], uri: string, warn: Warn): NodeText[] {
  const sorted = labels.toSorted((a, b) => a.kind - b.kind).map((label) => truncate(label, uri, warn));
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
  return { ...label, text: text.slice(0, MAX_LABEL_LENGTH).replace(cutSurrogate, '') };
}

function lastSegment(uri: string): string {
  return uri.split(/[/#:]/).findLast((part) => part !== '') ?? uri;
}

/** True if the builder may have generated the label, because the resource had none. */
export function isPlaceholderLabel(label: string, uri: string): boolean {
  return label === lastSegment(uri);
}
