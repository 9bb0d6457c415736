import { loneLinkClass, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useAccountTiers } from '../data/index.ts';

/** True once the user is known to be VIP. */
export function useIsMember(): boolean {
  return useAccountTiers().data?.own?.vip === true;
}

/** Says who may take part in the membership zone, and how far the user is from it. */
export function MembersNote() {
  const text = useText();
  const format = useFormatters();
  const { data } = useAccountTiers();
  if (data === undefined) return null;
  const { current, own } = data;
  const vipTier = current.tiers.find(({ isVip }) => isVip)?.tier;
  return (
    <div className="flex max-w-180 flex-col items-start gap-1 border-s-2 border-accent ps-3 text-14 text-ink-2">
      {own?.vip === true && <p className="font-medium text-ink">{text('finance.members.yes')}</p>}
      {vipTier !== undefined && (
        <p>
          {text('finance.members.rule', {
            tier: text(`tiers.tier.${vipTier}`),
            volume: format.quantity(current.vipVolume),
          })}
        </p>
      )}
      {own?.vip === false && (
        <p>
          {text('finance.members.own', {
            tier: text(`tiers.tier.${own.tier}`),
            volume: format.quantity(own.volume30d, 2),
          })}
        </p>
      )}
      {own !== null && (
        <Link to="/account/center/info" className={`${loneLinkClass} text-14`}>
          {text('finance.members.tier')}
        </Link>
      )}
    </div>
  );
}
