/** Port of the program that runs scheduled sources, which the server knows only as data. */
import type { SourceTrial } from '@semantic-search/contract';

export interface SourceRunner {
  /** Checks at once for sources that are due or requested. */
  wake(): void;
  /** Ends the run of a source, if there is one. */
  stop(space: string, id: string): void;
  /** Progress of a current run. */
  progress(space: string, id: string): { visited: number; known: number } | undefined;
  /** Runs a command that reads one address and changes nothing. */
  tryAddress(command: readonly string[]): Promise<AddressTrial>;
  close(): Promise<void>;
}

/** What a trial of one address prints. */
export type AddressTrial = Omit<SourceTrial, 'title' | 'text'> & { document?: unknown };
