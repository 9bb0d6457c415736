export { type Chat, TYPING_SUBJECT } from './chat.ts';
