import { Badge, type BadgeTone, useFormatters, useText } from '@candor/ui';
import { sendsToSupport } from '../../common/support-texts.ts';
import { SupportLink } from '../../shell/support-link.tsx';
import type { Level } from './use-certification.ts';

const tones: Readonly<Record<Level['state'], BadgeTone>> = {
  none: 'neutral',
  pending: 'accent',
  approved: 'seal',
  rejected: 'warn',
};

/** The state of a level as a word. */
export function LevelBadge({ state }: { readonly state: Level['state'] }) {
  const text = useText();
  return <Badge tone={tones[state]}>{text(`kyc.state.${state}`)}</Badge>;
}

/** Explains the state: until when it waits, or why it was rejected. */
export function LevelNote({ level }: { readonly level: Level }) {
  const text = useText();
  const format = useFormatters();
  if (level.state === 'pending' && level.dueTime !== null)
    return (
      <p className="text-13 text-ink-2">{text('kyc.pending', { time: format.dateTime(level.dueTime) })}</p>
    );
  if (level.state === 'rejected' && level.reason !== null)
    return (
      <>
        <p className="text-13 text-warn">{text(`review.reason.kyc.${level.reason}`)}</p>
        {sendsToSupport(`review.reason.kyc.${level.reason}`) && (
          <SupportLink about={`review.reason.kyc.${level.reason}`} />
        )}
      </>
    );
  return null;
}
