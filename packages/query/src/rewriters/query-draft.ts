/** Query draft: the rewriters' findings about a query, and the plan that they build. */
import type { Analyzer } from '../analysis/analyzers.ts';
import type { IndexStatistics } from '../index-statistics.ts';
import type { Clause } from '../parser.ts';
import { QueryPlan, type QuerySettings } from '../query-plan.ts';
import type { Relaxation } from '../relaxation.ts';
import type { ConceptMatch } from '../thesaurus/concept-matcher.ts';
import { Vocabulary } from './vocabulary.ts';

export interface PlanOptions extends Relaxation {
  language?: string | undefined;
  /** Plan of the same input in an earlier pass; its unchanged parts are reused. */
  previous?: QueryPlan | undefined;
  /** Checked before each expansion that compares a word with many others. */
  signal?: AbortSignal | undefined;
}

/** A label in the input, or concepts whose labels contain its words and other words. */
export interface QueryMatch extends ConceptMatch {
  /** Part of a label, next to other matches; by the demonym of a place; in quotes, so that no other label is searched. */
  manner?: 'partial' | 'demonym' | 'quoted';
}

export class QueryDraft {
  readonly input: string;
  readonly statistics: IndexStatistics;
  readonly settings: QuerySettings;
  readonly options: PlanOptions;
  readonly vocabulary: Vocabulary;
  /** Whether words also match their spelling variants and parts. */
  readonly hasVariants: boolean;
  /** The clauses as typed. */
  typed: Clause[] = [];
  /** Quoted clauses that no document has; their quotation marks are ignored. */
  missing: ReadonlySet<Clause> = new Set();
  /** Analyzers whose stemmers apply to a word. */
  analyzersFor: (word: string) => Analyzer[] = () => [];
  /** Labels of concepts in the input as typed. */
  labels: ConceptMatch[] = [];
  /** The clauses after decompounding. */
  clauses: Clause[] = [];
  /** The clauses as typed, without split words. */
  unsplit: Clause[] = [];
  /** The clauses that are not excluded. */
  positive: Clause[] = [];
  /** Words to which fuzzy matching applies. */
  misspelled: readonly string[] = [];
  /** Recognized concepts, with offsets in the input. */
  matches: QueryMatch[] = [];
  /** Clauses that are stop words. */
  stops: ReadonlySet<Clause> = new Set();
  /** Mask of the requirements that documents tagged with a matched concept need not meet. */
  commonMask = 0;
  /** The query plan that the rewriters build. */
  readonly plan = new QueryPlan();

  constructor(input: string, statistics: IndexStatistics, settings: QuerySettings, options: PlanOptions) {
    this.input = input;
    this.statistics = statistics;
    this.settings = settings;
    this.options = options;
    this.vocabulary = new Vocabulary(statistics);
    this.hasVariants = settings.expanding && Boolean(options.words || options.requirements);
  }
}

/** Step of query planning: completes a part of the draft. */
export type Rewriter = (query: QueryDraft) => void;
