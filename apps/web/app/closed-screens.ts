import type { ClosedScreen } from '../shell/screen.ts';

/** Products and pages whose addresses are fixed and that are not open yet. One that opens moves to its own room. */
export const closedScreens: readonly ClosedScreen[] = [
  { paths: ['/finance'] },
  { paths: ['/account/center/$', '/account/wallet/$', '/account/entrust/$'] },
  { paths: ['/article/main'] },
];
