import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder/index.ts';

/** sockaddr_un ends here, the file's name included. */
const SOCKET_PATH_MAX_BYTES = 107;
/** Notes where the sockets lie that found no place in the data folder, so that the next start removes them. */
const RECORD = 'socket-folder';

export interface SocketFolder {
  /** Where the core listens. */
  readonly core: string;
  /** Where the bus listens. */
  readonly bus: string;
  remove(): Promise<void>;
}

/**
 * An empty folder that only this user can enter, for the sockets by which the processes speak: in the data folder where
 * their paths fit in there, else a short one. What an earlier run left is removed.
 */
export async function makeSocketFolder(folder: DataFolder): Promise<SocketFolder> {
  const earlier = await folder.read(RECORD);
  if (earlier !== null && /^\/tmp\/candor-[^/]+$/.test(earlier))
    await rm(earlier, { recursive: true, force: true });
  await folder.remove(RECORD);
  const inside = join(folder.path, 'sockets');
  await rm(inside, { recursive: true, force: true });
  const path =
    Buffer.byteLength(join(inside, 'core.sock')) <= SOCKET_PATH_MAX_BYTES ? inside : await short(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return {
    core: join(path, 'core.sock'),
    bus: join(path, 'bus.sock'),
    async remove() {
      await rm(path, { recursive: true, force: true });
      await folder.remove(RECORD);
    },
  };
}

async function short(folder: DataFolder): Promise<string> {
  const path = await mkdtemp('/tmp/candor-');
  await chmod(path, 0o700);
  await folder.writePrivate(RECORD, path);
  return path;
}
