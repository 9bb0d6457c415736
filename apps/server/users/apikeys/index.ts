export type { ApiKeyRoom } from './apikeys.ts';
export type { KeyGate } from './signed-requests.ts';
