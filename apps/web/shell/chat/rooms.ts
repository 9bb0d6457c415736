import type { CustomerRoom } from '@candor/i18n';

/** Rooms of messages that the chat and the support dialog show. */
export const CHAT_ROOMS: readonly CustomerRoom[] = ['chat', 'matter', 'escrow', 'error'];
