import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../base/data-folder/index.ts';

/** The limit of sockaddr_un, including the file name. */
const SOCKET_PATH_MAX_BYTES = 107;
/** Records the path of a socket folder outside the data folder, so that the next start removes it. */
const RECORD = 'socket-folder';

export interface SocketFolder {
  /** The core's socket. */
  readonly core: string;
  /** The bus's socket. */
  readonly bus: string;
  /** The socket of the process that holds the keys. */
  readonly signer: string;
  remove(): Promise<void>;
}

/**
 * Creates an empty folder, accessible to this user only, for the sockets between processes. It is in the data folder
 * if the paths fit, otherwise at a short path. A folder of an earlier run is removed.
 */
export async function makeSocketFolder(folder: DataFolder): Promise<SocketFolder> {
  const earlier = await folder.read(RECORD);
  if (earlier !== null && /^\/tmp\/candor-[^/]+$/.test(earlier))
    await rm(earlier, { recursive: true, force: true });
  await folder.remove(RECORD);
  const inside = join(folder.path, 'sockets');
  await rm(inside, { recursive: true, force: true });
  const path =
    Buffer.byteLength(join(inside, 'signer.sock')) <= SOCKET_PATH_MAX_BYTES ? inside : await short(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return {
    core: join(path, 'core.sock'),
    bus: join(path, 'bus.sock'),
    signer: join(path, 'signer.sock'),
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
