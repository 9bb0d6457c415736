import { type Accounts, ASKED_TOGETHER } from './accounts.ts';

export interface DueUsersOptions {
  readonly accounts: Pick<Accounts, 'follows'>;
  /** Queries the core for these users and sends them the result. */
  readonly read: (userIds: readonly number[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Connected users whose state has to be read from the core. */
export interface DueUsers {
  /** Schedules a read for a user who is connected here; reads are batched. */
  add(userId: number): void;
  /** Retries users whose read failed. */
  retry(): void;
}

/** Reads a few users at a time, one query after the other. A user whose read failed stays due. */
export function createDueUsers({ accounts, read, onError }: DueUsersOptions): DueUsers {
  const due = new Set<number>();
  let reading = false;
  const readAll = async (): Promise<void> => {
    reading = true;
    while (due.size > 0) {
      const userIds = [...due].slice(0, ASKED_TOGETHER);
      for (const userId of userIds) due.delete(userId);
      const here = userIds.filter((userId) => accounts.follows(userId));
      if (here.length === 0) continue;
      try {
        await read(here);
      } catch (error) {
        for (const userId of here) due.add(userId);
        onError(error);
        break;
      }
    }
    reading = false;
  };
  const begin = (): void => {
    if (!reading && due.size > 0) void readAll();
  };
  return {
    add(userId) {
      if (!accounts.follows(userId)) return;
      due.add(userId);
      begin();
    },
    retry: begin,
  };
}
