/** Backups, migrations and checks of the whole state, for the command line. */
export { parsePositiveInt32 } from '../configurations/configuration-id.ts';
export { isEqualFingerprint } from '../migration/fingerprint.ts';
export { type MigratedPart, type Migration, runMigrations } from '../migration/migrate.ts';
export { prepareSpaceMigration } from '../migration/migrate-space.ts';
export { prepareStateMigration } from '../migration/migrate-state.ts';
export { openStores } from '../open-stores.ts';
export { diagnose, type Finding } from './diagnosis.ts';
export { directoryLocation } from './directory-location.ts';
export { listSpaces } from './list-spaces.ts';
export type { Manifest } from './manifest.ts';
export { restoreBackup } from './restore-backup.ts';
export { writeBackup } from './write-backup.ts';
