/** Rollback of a configuration to a previous version, recorded as a new change. */

import type { StoredConfiguration } from '@semantic-search/contract/stores';
import { ProblemError } from '../errors/problem.ts';
import { planSettings, type SettingsPlan } from './merge-settings.ts';
import { type ConfigurationStore, unknownConfiguration } from './store.ts';

export interface Rollback {
  store: ConfigurationStore;
  id: number;
  /** Version in the history, from 1. */
  version: number;
  /** Recorded as the `user` of the change. */
  subject: string;
}

/**
 * Settings of that version that the current schema does not allow keep their present value and are reported. Throws not-found for an unknown configuration or version, and the errors of `precondition`.
 */
export async function restoreVersion(
  { store, id, version, subject }: Rollback,
  precondition: (entry: StoredConfiguration) => void,
): Promise<{ entry: StoredConfiguration; plan: SettingsPlan; outcome: string }> {
  const previous = await store.settingsAt(id, version);
  if (!store.find(id)) throw unknownConfiguration(id);
  if (!previous) throw new ProblemError('not-found', `Configuration ${id} has no such version.`);
  const planned = ({ config }: StoredConfiguration) => planSettings({ ...previous }, config);
  const { entry, plan } = await store.update(id, subject, planned, precondition);
  const outcome = plan.changes.length === 0 ? 'is unchanged' : `is as it was in version ${version}`;
  return { entry, plan, outcome: `Configuration ${id} ${outcome}` };
}
