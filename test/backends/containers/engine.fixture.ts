/** Container engine without a registry: buildah builds and podman runs, on a base image from files of this machine. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory, type Variables } from '../../support/service.ts';

const run = promisify(execFile);
const { PATH = '', HOME = '' } = process.env;
const plain = { env: { PATH, HOME }, maxBuffer: 1e8 };

/** Why no image can be built here; undefined if it can. */
export function missingEngine(): string | undefined {
  const why = (reason: string) => `The container image is not built and started here: ${reason}.`;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return why('this takes Linux and the user root');
  const absent = ['buildah', 'podman', 'runc', 'dpkg', 'ldd'].filter((name) => !isInstalled(name));
  return absent.length > 0 ? why(`${absent.join(', ')} missing (.ci/install installs them)`) : undefined;
}

function isInstalled(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface Engine {
  /** Builds an image. */
  build(tag: string, containerfile: string, context: string, words?: string[]): Promise<void>;
  /** Runs podman and resolves to its output. */
  podman(...words: string[]): Promise<string>;
  /** Deletes all images, and containers that have stopped. */
  remove(): Promise<void>;
}

/** Images and containers in a folder of their own. The driver vfs and chroot isolation need no kernel module. */
export async function startEngine(): Promise<Engine> {
  const { path, remove } = await temporaryDirectory();
  const storage = ['--storage-driver', 'vfs', '--root', join(path, 'images'), '--runroot', join(path, 'run')];
  return {
    async build(tag, containerfile, context, words = []) {
      const options = ['--isolation', 'chroot', '--format', 'docker', '--tag', tag, '--file', containerfile];
      await run('buildah', [...storage, 'bud', ...options, ...words, context], plain);
    },
    async podman(...words) {
      const runtime = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];
      const { stdout } = await run('podman', [...storage, ...runtime, ...words], plain);
      return stdout.trim();
    },
    remove,
  };
}

/** Programs that the instructions of the container file call. */
const programs = ['sh', 'env', 'mkdir', 'chown', 'rm'];

/** Builds the base image `tag`: Node of this machine, npm and a few programs with their libraries. */
export async function buildBase(engine: Engine, tag: string): Promise<void> {
  const { path, remove } = await temporaryDirectory();
  try {
    const system = join(path, 'system');
    for (const name of ['bin', 'lib', 'lib64']) {
      await mkdir(join(system, 'usr', name), { recursive: true });
      await symlink(`usr/${name}`, join(system, name));
    }
    for (const name of ['tmp', 'etc', 'root']) await mkdir(join(system, name));
    await chmod(join(system, 'tmp'), 0o1777);
    const binaries = [process.execPath, ...(await printed('which', ...programs))];
    for (const binary of binaries) await copyInto(join(system, 'usr/bin'), binary);
    for (const library of await librariesOf(binaries))
      await copyInto(join(system, dirname(library)), library);
    await addNpm(system);
    await writeFile(
      join(system, 'etc/passwd'),
      'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n',
    );
    await writeFile(join(system, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
    const certificates = '/etc/ssl/certs/ca-certificates.crt';
    const hasCertificates = existsSync(certificates);
    if (hasCertificates) await copyInto(join(system, dirname(certificates)), certificates);
    const trust = hasCertificates ? `\nENV NODE_EXTRA_CA_CERTS=${certificates}` : '';
    await writeFile(join(path, 'Containerfile'), `FROM scratch\nCOPY system /\nENV PATH=/usr/bin${trust}\n`);
    await engine.build(tag, join(path, 'Containerfile'), path);
  } finally {
    await remove();
  }
}

/** The lines that a program prints. */
async function printed(program: string, ...words: string[]): Promise<string[]> {
  const { stdout } = await run(program, words, plain);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Those that the programs are linked to, and those of the C library, which pnpm's own binary is linked to. */
async function librariesOf(binaries: string[]): Promise<string[]> {
  const linked = (await printed('ldd', ...binaries)).flatMap(
    (line) => /\/\S+\.so\S*(?= \()/.exec(line) ?? [],
  );
  const packaged = await printed('dpkg', '--listfiles', 'libc6', 'libgcc-s1', 'libstdc++6');
  const libraries = packaged.filter((file) => /\.so[.\d]*$/.test(file) && existsSync(file));
  return [...new Set([...linked, ...libraries])];
}

async function copyInto(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(await realpath(file), join(folder, basename(file)));
}

async function addNpm(system: string): Promise<void> {
  const [npm = ''] = await printed('which', 'npm');
  const folder = 'lib/node_modules/npm';
  // The program is a link to npm/bin/npm-cli.js.
  await cp(dirname(dirname(await realpath(npm))), join(system, 'usr', folder), { recursive: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../${folder}/bin/${name}-cli.js`, join(system, 'usr/bin', name));
}

/** Options of a build that give it the npm settings of this machine; they do not become a part of the image. */
export async function npmSettings(): Promise<string[]> {
  const places: Variables = { userconfig: '/root/.npmrc', globalconfig: '/usr/etc/npmrc' };
  const mounted = await Promise.all(
    Object.entries(places).map(async ([name, inside]) => {
      const [file = ''] = await printed('npm', 'config', 'get', name);
      return existsSync(file) ? ['--volume', `${file}:${inside}:ro`] : [];
    }),
  );
  return mounted.flat();
}
