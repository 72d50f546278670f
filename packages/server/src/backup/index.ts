/** Backups and checks of the whole state, for the command line. */
export { diagnose } from './diagnosis.ts';
export type { Manifest } from './manifest.ts';
export { restoreBackup } from './restore-backup.ts';
export { writeBackup } from './write-backup.ts';
