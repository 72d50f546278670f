/** `semantic-search sources`: commands that list, remove and resume scheduled sources. */
import {
  nextRun,
  readSchedules,
  removeSource,
  resumeSource,
  type ScheduledSource,
  type SourceRun,
} from '@semantic-search/server/schedules';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';

export function sourcesCommand(): Command {
  const command = new Command('sources').description('Sources that the server reads on a schedule');
  command
    .command('list', { isDefault: true })
    .description('List the sources with their last and next runs')
    .action(async () => {
      const { dataDirectory } = await loadSettings();
      const schedules = await readSchedules(dataDirectory);
      const isEmpty = schedules.every((space) => space.sources.length + space.problems.length === 0);
      if (isEmpty) console.error(`${dataDirectory}: no sources; see crawl --schedule`);
      for (const { sources, problems } of schedules) {
        for (const { source, run } of sources) console.log(describeLine(source, run));
        for (const problem of problems) console.error(problem);
        if (problems.length > 0) process.exitCode = 1;
      }
    });
  command
    .command('remove')
    .argument('<id>', 'ID of the source, as listed')
    .description('Stop repeating a source; its documents stay')
    .action(changeWith(removeSource, 'Removed'));
  command
    .command('resume')
    .argument('<id>', 'ID of the source, as listed')
    .description('Let the server run a source that is paused since a restore')
    .action(changeWith(resumeSource, 'Resumed'));
  return command;
}

/** Action of a command that changes the source with the given ID. */
const changeWith = (change: typeof removeSource, pastTense: string) => async (id: string) => {
  if (!(await change((await loadSettings()).dataDirectory, id))) throw new Error(`No source ${id}`);
  console.log(`${pastTense} ${id}`);
};

function describeLine(source: ScheduledSource, run: SourceRun | undefined): string {
  const { id, space, schedule, command, paused } = source;
  const next = nextRun(source, run)?.toISOString() ?? (paused ? 'when resumed' : 'never');
  return [id, space, schedule, `next ${next}`, describeRun(run), command.join(' ')].join('\t');
}

function describeRun(run: SourceRun | undefined): string {
  if (run?.finished === undefined) return run ? `running since ${run.started}` : 'not run yet';
  return `${run.exitCode === 0 ? 'succeeded' : 'failed'} ${run.finished}: ${run.message ?? ''}`;
}
