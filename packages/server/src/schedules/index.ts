/** Schedules of sources, for the command line. */
export {
  nextRun,
  readSchedules,
  recordRun,
  removeSource,
  resumeSource,
  type ScheduledSource,
  type SourceRun,
  scheduledSources,
  scheduleSource,
  validateSchedule,
} from './scheduled-sources.ts';
