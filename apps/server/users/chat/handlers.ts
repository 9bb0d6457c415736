import { type chatCalls, FILE_LINK } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Guests } from './guests.ts';
import { officeShown } from './office.ts';
import type { Chat } from './types.ts';

export interface ChatNeeds {
  readonly chat: Chat;
  readonly guests: Guests;
  readonly now: () => number;
}

/** The id of an upload in its link. @throws Refusal FILE_UNKNOWN */
function fileIdOf(content: string): string {
  const id = FILE_LINK.exec(content.trim())?.[1];
  if (id === undefined) throw new Refusal('FILE_UNKNOWN', { field: 'content' });
  return id;
}

export function chatHandlers({ chat, guests, now }: ChatNeeds): Handlers<typeof chatCalls> {
  return {
    sendChatRecord({ session, body: { content, contentType, chatId }, idempotencyKey }) {
      const isImage = contentType === 2;
      const given = isImage ? fileIdOf(content) : content;
      return chat.send(session.userId, { chatId, content: given, isImage, key: idempotencyKey });
    },
    getChatRecord: ({ session, params, body }) => chat.page(session.userId, params.chatKey, body),
    getConversations: ({ session, query }) => chat.list(session.userId, query.chat ?? null),
    openSupport: ({ session, body: { matter, reference = '' }, language }) =>
      chat.openSupport(session.userId, { matter, reference, language }),
    markChatRead: ({ session, body: { chatId, number } }) => chat.markRead(session.userId, chatId, number),
    async sendTyping({ session, body: { chatId } }) {
      await chat.typing(session.userId, chatId);
      return null;
    },
    rateSupport: ({ session, body: { chatId, satisfied, text = '' } }) =>
      chat.rate(session.userId, chatId, { satisfied, text }),
    getSupportOffice: async () => officeShown(await chat.office(), now()),
    askSupport: ({ body, ip, idempotencyKey }) => guests.ask(body, ip, idempotencyKey),
    getLinkedChat: ({ body: { link, after, before }, ip }) => guests.read(link, ip, { after, before }),
    answerLinkedChat: ({ body: { link, content }, ip, idempotencyKey }) =>
      guests.answer(link, content, { ip, key: idempotencyKey }),
    rateLinkedChat: ({ body: { link, satisfied, text = '' }, ip }) =>
      guests.rate(link, { satisfied, text }, ip),
    async deleteLinkedChat({ body: { link }, ip }) {
      await guests.forget(link, ip);
      return null;
    },
  };
}
