/** A cause that a person can mend: shown as one paragraph, never as a stack trace. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
