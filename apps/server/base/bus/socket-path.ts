/** The longest path of a Unix socket, in bytes. */
const MAX_PATH_BYTES = 107;

/** Throws RangeError if the system would truncate the path. */
export function checkSocketPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > MAX_PATH_BYTES)
    throw new RangeError(`${path} has ${bytes} bytes; a socket's path ends at ${MAX_PATH_BYTES}`);
}
