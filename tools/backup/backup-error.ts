/** A cause that a person can mend: shown as one paragraph, never as a stack trace. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EISDIR: 'is a folder, and a file is needed',
  ENOTDIR: 'is below a file, where a folder is needed',
  EEXIST: 'is there already, and nothing is overwritten',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: the disk is full',
};

/** Returns a sentence about a file that could not be read or written; null for an error of another kind. */
export function fileSentence(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error)) return null;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const known = SENTENCES[code];
  return known === undefined || path === undefined ? error.message : `${path} ${known}.`;
}
