import type { fileCalls } from '@candor/api';
import type { Handlers } from '../http/context.ts';
import type { Files } from './files.ts';

export function fileHandlers({ files }: { readonly files: Files }): Handlers<typeof fileCalls> {
  return {
    uploadOss: ({ session, file }) => files.take(session.userId, file),
    uploadFile: ({ session, file }) => files.take(session.userId, file),
  };
}
