/** `semantic-search sources`: lists and removes scheduled sources. */
import { Command } from 'commander';
import {
  nextRun,
  removeSource,
  type SourceRun,
  scheduledSources,
} from '../../schedules/scheduled-sources.ts';
import { loadSettings } from '../../settings/environment.ts';

export function sourcesCommand(): Command {
  const sources = new Command('sources').description('Sources that the server reads on a schedule');
  sources
    .command('list', { isDefault: true })
    .description('List the sources with their last and next runs')
    .action(async () => {
      for (const { source, run } of await scheduledSources(loadSettings().dataDirectory)) {
        const { id, space, schedule, command } = source;
        const next = nextRun(source, run)?.toISOString() ?? 'never';
        console.log([id, space, schedule, `next ${next}`, describeRun(run), command.join(' ')].join('\t'));
      }
    });
  sources
    .command('remove <id>')
    .description('Stop repeating a source; its documents stay')
    .action(async (id: string) => {
      if (!(await removeSource(loadSettings().dataDirectory, id))) throw new Error(`No source ${id}`);
      console.log(`Removed ${id}`);
    });
  return sources;
}

function describeRun(run: SourceRun | undefined): string {
  if (!run) return 'not run yet';
  const { started, finished, exitCode, message = '' } = run;
  if (finished === undefined) return `running since ${started}`;
  return `${exitCode === 0 ? 'succeeded' : 'failed'} ${finished}: ${message}`;
}
