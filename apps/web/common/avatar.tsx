import { DEFAULT_AVATAR } from '@candor/api';
import { cx } from '@candor/ui';
import { CircleUserRound } from 'lucide-react';
import { useState } from 'react';

/** A user's picture beside the user's name. In the page's own ink where it is the default, or its link leads nowhere. */
export function Avatar({ src, className }: { readonly src: string | null; readonly className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === null || src === DEFAULT_AVATAR || src === broken)
    return (
      <CircleUserRound
        aria-hidden="true"
        data-testid="avatar-none"
        className={cx('shrink-0 text-ink-3', className)}
        strokeWidth={1.5}
      />
    );
  return (
    <img
      src={src}
      alt=""
      data-testid="avatar"
      className={cx('shrink-0 rounded-full object-cover', className)}
      onError={() => setBroken(src)}
    />
  );
}
