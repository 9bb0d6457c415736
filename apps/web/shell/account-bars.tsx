import { lazyPart, NothingLost } from '../common/lazy-part.tsx';
import { useSignedIn } from '../data/index.ts';
import { OnceOpened } from './once-opened.tsx';

const FeatureBar = lazyPart(async () => (await import('./feature-bar.tsx')).FeatureBar, NothingLost);
const FrozenBar = lazyPart(async () => (await import('./frozen-bar.tsx')).FrozenBar, NothingLost);
const GuardNotices = lazyPart(async () => (await import('./guard-notices.tsx')).GuardNotices, NothingLost);
const RecoveryBar = lazyPart(async () => (await import('./recovery-bar.tsx')).RecoveryBar, NothingLost);
const TermsBar = lazyPart(async () => (await import('./terms-bar.tsx')).TermsBar, NothingLost);

/** Bars of what a user must know of the account, under the top bar; nothing for visitors. */
export function AccountBars() {
  return (
    <OnceOpened open={useSignedIn()}>
      <FrozenBar />
      <RecoveryBar />
      <TermsBar />
      <FeatureBar />
      <GuardNotices />
    </OnceOpened>
  );
}
