import { lazyPage } from '../common/lazy-page.ts';
import { CHAT_ROOMS } from '../shell/chat/rooms.ts';
import { screen } from '../shell/screen.ts';

export const chatScreens = [
  screen({
    path: '/user/chat',
    component: lazyPage(() => import('./linked-chat-page.tsx'), 'LinkedChatPage'),
    messages: CHAT_ROOMS,
    title: 'chat.linked.title',
  }),
] as const;
