export { type ConnectCoreOptions, connectCore, type LineState, type RemoteCore } from './connect.ts';
export { LineError, type LineErrorCode } from './line-error.ts';
export type { LineRole } from './roles.ts';
export { type ServeCoreOptions, type ServedCore, type ServeTuning, serveCore } from './serve.ts';
