import { type Accounts, ASKED_TOGETHER } from './accounts.ts';

export interface DueUsersOptions {
  readonly accounts: Pick<Accounts, 'follows'>;
  /** Asks the core and tells the users. */
  readonly read: (userIds: readonly number[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Connected users of whom the core has to be asked. */
export interface DueUsers {
  /** Asks soon of a user who is connected here, together with others. */
  add(userId: number): void;
  /** Asks again of those whose asking failed. */
  retry(): void;
}

/** Asks for some users at a time, one answer after the other. Who could not be asked stays due. */
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
