import type { DataFolder } from '../../base/data-folder/index.ts';
import type { ProcessState } from './roles/messages.ts';

/** The file of the data folder that lists the running processes with their pids. */
export const PROCESS_FILE = 'processes.json';

export interface ProcessFile {
  write(processes: readonly ProcessState[]): void;
  remove(): Promise<void>;
}

/** Maintains the list of processes for operators: one line each, replaced atomically, deleted after a stop. */
export function keepProcessFile(folder: DataFolder, onError: (error: unknown) => void): ProcessFile {
  let last = '';
  let removed = false;
  let writing = Promise.resolve();
  return {
    write(processes) {
      const rows = processes.map(({ name, pid, state, restarts }) =>
        JSON.stringify({ name, pid, state, restarts }),
      );
      const text = `[\n${rows.join(',\n')}\n]\n`;
      if (removed || text === last) return;
      last = text;
      writing = writing
        .then(async () => {
          if (text === last) await folder.writePrivate(PROCESS_FILE, text);
        })
        .catch(onError);
    },
    async remove() {
      removed = true;
      last = '';
      await writing;
      await folder.remove(PROCESS_FILE);
    },
  };
}
