import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

const run = promisify(execFile);

/** Runs PostgreSQL's programs: they refuse root, and must not outlive this process. */
export interface Runner {
  /** The command line that runs `program`; the process gets SIGINT when this one dies. */
  command(program: string, args: readonly string[]): { file: string; args: string[] };
  /** Makes `path` belong to the user that PostgreSQL runs as. */
  own(path: string): Promise<void>;
}

const setpriv = ['--pdeathsig', 'INT', '--'];

async function works(file: string, args: readonly string[]): Promise<boolean> {
  return run(file, args, { cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/**
 * Chooses how to run PostgreSQL: as oneself; as root inside a user namespace where root is called user 1000 (files
 * stay root's, and a home closed to others can be entered); or, where namespaces are refused, as an ordinary user.
 * `postgres` is the program to be run, `folder` the existing folder it writes to.
 */
export async function createRunner(postgres: string, folder: string): Promise<Runner> {
  if (!(await works('setpriv', [...setpriv, 'true'])))
    throw new StartupError(
      'POSTGRES_UNAVAILABLE',
      'The embedded PostgreSQL needs the program setpriv, which is part of util-linux. ' +
        'Install util-linux, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  if (process.getuid?.() !== 0)
    return {
      command: (program, args) => ({ file: 'setpriv', args: [...setpriv, program, ...args] }),
      own: async () => {},
    };

  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--', 'setpriv', ...setpriv];
  if (await works('unshare', [...namespace, postgres, '--version']))
    return {
      command: (program, args) => ({ file: 'unshare', args: [...namespace, program, ...args] }),
      own: async () => {},
    };
  return dropToUser(postgres, folder);
}

async function dropToUser(postgres: string, folder: string): Promise<Runner> {
  const owner = await stat(folder);
  const [uid, gid] = owner.uid === 0 ? [65534, 65534] : [owner.uid, owner.gid];
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...setpriv];
  await chown(folder, uid, gid);
  const canRun = await works('setpriv', [...drop, postgres, '--version']);
  const canEnter = await works('setpriv', [...drop, 'test', '-w', folder]);
  if (!canRun || !canEnter)
    throw new StartupError(
      'POSTGRES_UNAVAILABLE',
      'PostgreSQL refuses to run as root, this machine refuses user namespaces, and no other user may enter ' +
        `${canRun ? folder : postgres}. Run Candor as an ordinary user, move it to a folder that others may enter, ` +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  return {
    command: (program, args) => ({ file: 'setpriv', args: [...drop, program, ...args] }),
    own: (path) => chown(path, uid, gid),
  };
}
