import type { OtcMethod, OtcReputation } from '@candor/api';
import { cx, useText } from '@candor/ui';
import { useOtcWords } from './use-words.ts';

interface WhoProps {
  readonly nickname: string;
  readonly reputation: OtcReputation;
  readonly className?: string;
}

/** Somebody's initial on a disc: nobody's picture and no name stands here. */
function Initial({ nickname }: { readonly nickname: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-full border bg-ground text-14 font-semibold text-ink-2"
    >
      {[...nickname][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

/** The other side of a trade: its nickname, and how its orders of thirty days ended. */
export function Who({ nickname, reputation, className }: WhoProps) {
  const text = useText();
  const words = useOtcWords();
  const release = words.release(reputation);
  return (
    <span className={cx('flex min-w-0 items-start gap-3', className)}>
      <Initial nickname={nickname} />
      <span className="flex min-w-0 flex-col">
        <bdi className="text-14 font-semibold wrap-anywhere">{nickname}</bdi>
        <span className="text-12 text-ink-2">
          {words.orders(reputation)} · {words.completion(reputation)}
        </span>
        {release !== null && <span className="text-12 text-ink-3">{release}</span>}
        <span className="sr-only">{text('otc.reputation.days')}</span>
      </span>
    </span>
  );
}

/** Payment methods as short words with a mark each. */
export function Methods({ methods }: { readonly methods: readonly { readonly method: OtcMethod }[] }) {
  const words = useOtcWords();
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {methods.map(({ method }) => (
        <span key={method} className="flex items-center gap-1.5 text-13 whitespace-nowrap">
          <span aria-hidden="true" className="h-3 w-0.5 rounded-small bg-accent" />
          {words.method(method)}
        </span>
      ))}
    </span>
  );
}
