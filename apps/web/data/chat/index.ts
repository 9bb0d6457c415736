import { newActKey } from '@candor/api';
import { useStore } from 'zustand';
import { socketUrl } from '../config.ts';
import { useServices } from '../hooks.ts';
import type { Services } from '../services.ts';
import { type Chat, type ChatState, createChat } from './chat.ts';
import { workerChatLine } from './worker-line.ts';

export { unreadOf } from './chat.ts';
export { EMPTY_THREAD, type WaitingMessage } from './thread.ts';

const chats = new WeakMap<Services, Chat>();

/** The conversations of a page's services; made when they are first asked for, so that a visitor loads none of it. */
function chatOf(services: Services): Chat {
  const made = chats.get(services);
  if (made !== undefined) return made;
  const { client, config, session, serverMs } = services;
  const chat = createChat({
    client,
    line: workerChatLine,
    lineUrl: () => socketUrl(config.socketBase, '/mqtt', location),
    newKey: () => newActKey(serverMs()),
    isSeen: () => document.visibilityState === 'visible',
    onProblem: (error) => console.warn('The conversations could not be loaded.', error),
  });
  chats.set(services, chat);
  const follow = () => {
    const { token, user } = session.store.getState();
    if (token !== null && user !== null) chat.begin(user.userId, token);
  };
  session.store.subscribe(follow);
  services.account.store.subscribe(({ socket }, { socket: before }) => {
    if (socket === 'open' && before !== 'open') chat.connected();
  });
  services.onSignedOut((reason) => chat.forget(reason !== 'logout'));
  follow();
  return chat;
}

/** The signed-in user's conversations. */
export function useChat(): Chat {
  return chatOf(useServices());
}

/** Part of what is known of the user's conversations. */
export function useChatState<Part>(select: (state: ChatState) => Part): Part {
  return useStore(useChat().store, select);
}
