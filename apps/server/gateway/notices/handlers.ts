import type { noticeCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../http/index.ts';
import type { Messages } from '../messages/index.ts';
import type { NoticeBoard } from './board.ts';

interface NoticeHandlersNeeds {
  readonly notices: NoticeBoard;
  readonly messages: Pick<Messages, 'isOpen'>;
  readonly factors: {
    user(userId: number): Promise<{ readonly email: string | null; readonly phone: string | null }>;
  };
}

export function noticeHandlers({
  notices,
  messages,
  factors,
}: NoticeHandlersNeeds): Handlers<typeof noticeCalls> {
  const settingsOf = async (userId: number) => {
    const { email, phone } = await factors.user(userId);
    return {
      list: await notices.settings(userId),
      hasMail: email !== null && messages.isOpen('email'),
      hasSms: phone !== null && messages.isOpen('sms'),
    };
  };
  return {
    async getNotices({ session: { userId }, query }) {
      const filter = { group: query.group ?? null, isUnread: query.unread !== undefined };
      const page = await notices.list(userId, filter, pageOfRequest(query));
      return { ...page, unread: await notices.unread(userId) };
    },
    async getUnreadNotices({ session: { userId }, query: { after } }) {
      const unread = await notices.unread(userId);
      const since = after === undefined ? unread : await notices.unread(userId, Number(after));
      return { unread, since, newestId: await notices.newestId(userId) };
    },
    async readNotices({ session, body }) {
      return { unread: await notices.read(session.userId, body) };
    },
    getNoticeSettings: ({ session }) => settingsOf(session.userId),
    async setNoticeSettings({ session: { userId }, body }) {
      await notices.change(userId, body.changes);
      return settingsOf(userId);
    },
  };
}
