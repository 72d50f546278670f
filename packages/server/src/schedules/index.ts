/** Schedules of sources, for the command line. */
export {
  nextRun,
  readSchedules,
  recordRun,
  removeSource,
  reportFile,
  resumeSource,
  type ScheduledSource,
  type SourceRun,
  type SourceRunner,
  scheduledSources,
  scheduleSource,
  validateSchedule,
} from './scheduled-sources.ts';
