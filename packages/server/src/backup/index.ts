/** Backups, migrations and checks of the whole state, for the command line. */
export { type MigratedPart, migrate, type Part } from '../migration/migrate.ts';
export { spaceParts, statePart } from '../migration/state-parts.ts';
export { diagnose, type Finding } from './diagnosis.ts';
export { directoryLocation } from './directory-location.ts';
export type { Manifest } from './manifest.ts';
export { restoreBackup } from './restore-backup.ts';
export { writeBackup } from './write-backup.ts';
