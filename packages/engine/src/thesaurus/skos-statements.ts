/** What a thesaurus is made of: statements as they were collected, and what is told of them. */
import type { textPacker } from '../shared-arrays.ts';
import type { Relation } from './rdf-terms.ts';

/** A text about a node, by number: the text itself, or the node (SKOS-XL label, note) that holds it. */
export interface NodeText {
  node: number;
  kind: number;
  language: number;
  text: number;
}

/** Of nodes: the one that something is said of, and what is. */
export type Pair = [number, number];

/** What was collected: nodes by number in the order they were first seen. */
export interface Collected extends Record<Relation, Pair[]> {
  nodes: string[];
  /** Bits of `rdf-terms.ts`, by node. */
  flags: number[];
  languages: string[];
  texts: ReturnType<typeof textPacker>;
  labels: NodeText[];
  notes: NodeText[];
  notations: NodeText[];
  /** The texts of SKOS-XL labels and of notes that are resources, by their node. */
  forms: Map<number, NodeText[]>;
  labelLinks: { node: number; kind: number; target: number }[];
  noteLinks: { node: number; kind: number; target: number }[];
  first: Map<number, number>;
  rest: Map<number, number>;
}

/** Nodes that are part of the thesaurus, concepts first, and the ordinal of each node (−1 for others). */
export interface Members {
  nodes: number[];
  size: number;
  ordinals: Int32Array;
}

/** Concepts that each one is related to, by ordinal. */
export interface Relations {
  broader: number[][];
  related: number[][];
  replacedBy: number[][];
}

/** Says what is odd and was mended. */
export type Warn = (message: string) => void;
