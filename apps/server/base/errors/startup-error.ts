/** Why the program could not start. Stable, so that tests and scripts can tell the causes apart. */
export type StartupErrorCode =
  | 'BAD_CONFIG'
  | 'PORT_TAKEN'
  | 'DATA_FOLDER_READ_ONLY'
  | 'DATA_FOLDER_FOREIGN'
  | 'DATA_IN_USE'
  | 'DATA_FOLDER_NEWER'
  | 'NO_SPACE'
  | 'DATABASE_OLDER'
  | 'DATABASE_OTHER'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_UNSAFE'
  | 'POSTGRES_UNAVAILABLE'
  | 'POSTGRES_FAILED'
  | 'FEED_MODE'
  | 'CHAIN_MODE'
  | 'STEP_UP_MISSING'
  | 'SIGNER_MISSING'
  | 'JOURNAL_REFUSED'
  | 'WEB_BUILD_FAILED';

/** A cause that a person can mend: shown as one paragraph, never as a stack trace. */
export class StartupError extends Error {
  readonly code: StartupErrorCode;

  constructor(code: StartupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.code = code;
  }
}

const fileErrors: Partial<Record<string, StartupErrorCode>> = {
  EROFS: 'DATA_FOLDER_READ_ONLY',
  EACCES: 'DATA_FOLDER_READ_ONLY',
  EPERM: 'DATA_FOLDER_READ_ONLY',
  ENOSPC: 'NO_SPACE',
  EDQUOT: 'NO_SPACE',
};

/** Turns a file system error on `folder` into a StartupError; any other error comes back unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = fileErrors[String(error.code)];
  if (code === 'NO_SPACE') return noSpace(folder, error);
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
    return new StartupError(
      'DATA_FOLDER_FOREIGN',
      `The data folder ${folder} is not a folder (${error.message}). Set CANDOR_DATA to a folder.`,
      { cause: error },
    );
  if (code !== undefined)
    return new StartupError(
      code,
      `The data folder ${folder} cannot be written to (${error.message}). ` +
        'Give the user who runs Candor write access to it, or set CANDOR_DATA to another folder.',
      { cause: error },
    );
  return error;
}

export function noSpace(folder: string, cause?: unknown): StartupError {
  return new StartupError(
    'NO_SPACE',
    `There is no space left on the disk that holds the data folder ${folder}. ` +
      'Free some space there, or set CANDOR_DATA to a folder on another disk, and start again.',
    { cause },
  );
}
