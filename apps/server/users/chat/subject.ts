import { randomBytes } from 'node:crypto';
import { chatCalls } from '@candor/api';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Factors } from '../factors/index.ts';
import { openChat } from './chat.ts';
import { createChatFeed } from './feed.ts';
import { createGuests } from './guests.ts';
import { chatHandlers } from './handlers.ts';

interface Base extends OpeningServices {
  readonly files: Files;
  readonly factors: Factors;
}

export const chat = defineSubject({
  calls: chatCalls,
  async open(lifecycle, { pool, bus, files, factors, messages, codesKey, now }: Base) {
    const { liveCodes } = factors;
    // A process without the key makes no link: its own key opens nothing.
    const hashKey = codesKey ?? randomBytes(32);
    const room = await lifecycle.stage(
      'chat',
      () => openChat({ pool, bus, files, liveCodes, hashKey, messages, now }),
      (running) => running.stop(),
    );
    const guests = createGuests({ chat: room, linkKey: hashKey, now });
    return { chat: room, guests };
  },
  handlers: chatHandlers,
  feed: createChatFeed,
});
