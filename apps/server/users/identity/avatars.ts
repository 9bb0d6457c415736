import type { Db } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';

/** Pixels a side of what is kept. */
const SIDE = 256;
/** The page asks for the user again well within a day. */
const LINK_MS = 24 * 3_600_000;

type AvatarFiles = Pick<Files, 'take' | 'keep' | 'release' | 'link'>;

/** Pictures of users. */
export interface Avatars {
  /** Sets the picture; the one before is deleted. Returns its link. @throws Refusal for the file */
  set(files: AvatarFiles, userId: number, bytes: Uint8Array): Promise<string>;
  remove(files: AvatarFiles, userId: number): Promise<void>;
  /** The link of a picture; null where there is none. */
  linkOf(files: AvatarFiles, avatar: string | null): string | null;
}

export function createAvatars(db: Db): Avatars {
  const replace = (files: AvatarFiles, userId: number, next: string | null) =>
    db.transaction().execute(async (trx) => {
      const { avatar } = await trx
        .selectFrom('identity.user')
        .select('avatar')
        .where('user_id', '=', BigInt(userId))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (avatar !== null) await files.release(trx, 'identity', avatar);
      if (next !== null) await files.keep(trx, 'identity', userId, [next]);
      await trx
        .updateTable('identity.user')
        .set({ avatar: next })
        .where('user_id', '=', BigInt(userId))
        .execute();
    });
  const linkOf = (files: AvatarFiles, avatar: string | null) =>
    avatar === null ? null : files.link('customer', avatar, LINK_MS).link;
  return {
    linkOf,
    async set(files, userId, bytes) {
      const { id } = await files.take(userId, bytes, SIDE);
      await replace(files, userId, id);
      return files.link('customer', id, LINK_MS).link;
    },
    remove: (files, userId) => replace(files, userId, null),
  };
}
