/** The longest path that a Unix socket can have, in bytes. */
const MAX_PATH_BYTES = 107;

/** Throws RangeError for a path that the system would cut. */
export function checkSocketPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > MAX_PATH_BYTES)
    throw new RangeError(`${path} has ${bytes} bytes; a socket's path ends at ${MAX_PATH_BYTES}`);
}
