import { cx } from '@candor/ui';

interface OfferRoomProps {
  readonly label: string;
  /** Part that is taken, in percent. */
  readonly usedPercent: number;
  readonly className?: string;
}

/** The room of an offer as a thin bar: the part that is taken. It moves when the offer fills. */
export function OfferRoom({ label, usedPercent, className }: OfferRoomProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={usedPercent}
      className={cx('h-1 overflow-hidden rounded-small bg-wash', className)}
    >
      <div className="h-full bg-accent transition-[width]" style={{ width: `${usedPercent}%` }} />
    </div>
  );
}
