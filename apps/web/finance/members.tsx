import type { OwnTier } from '@candor/api';
import { Loaded, loneLinkClass, Skeleton, useFormatters, useText } from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { useAccountTiers, useSignedIn } from '../data/index.ts';
import { membersBar } from './membership.ts';

/** Why the user can't take a product of the membership zone; null where the user can, or where only the server knows. */
export function useMembersObstacle(): string | null {
  const text = useText();
  const signedIn = useSignedIn();
  const { data, isError } = useAccountTiers();
  const bar = membersBar({ signedIn, vip: data?.own?.vip, hasFailed: isError });
  return bar === null ? null : text(`finance.members.${bar}`);
}

/** Says what either way to VIP is short of. */
function Missing({ missing }: { readonly missing: NonNullable<OwnTier['missingToVip']> }) {
  const text = useText();
  const format = useFormatters();
  const { deposit, volume } = missing;
  return (
    <p className="font-medium text-ink">
      {text('finance.members.missing', {
        volume: format.quantity(volume),
        deposit: deposit === null ? 'unknown' : format.quantity(deposit),
      })}
    </p>
  );
}

/** Says who may take part in the membership zone, and how far the user is from it. */
export function MembersNote() {
  const text = useText();
  const format = useFormatters();
  const query = useAccountTiers();
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<Skeleton className="h-24 max-w-180" />}
      failedTitle={text('finance.members.failed')}
    >
      {({ current, own }) => {
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
            {own !== null && own.missingToVip !== null && <Missing missing={own.missingToVip} />}
            {own !== null && (
              <Link to="/account/center/info" className={`${loneLinkClass} text-14`}>
                {text('finance.members.tier')}
              </Link>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
