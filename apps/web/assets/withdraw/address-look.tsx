import type { CallData, Calls } from '@candor/api';
import { Checkbox, useFormatters, useText } from '@candor/ui';
import { GroupedAddress } from '../../common/grouped-address.tsx';

interface AddressLookProps {
  readonly look: CallData<Calls['getWithdrawalAddress']>;
  /** True once the user says that both addresses were compared. */
  readonly isCompared: boolean;
  readonly onCompared: (isCompared: boolean) => void;
}

/** Says of a recipient, before it is paid, that it is new or that it imitates a known one. */
export function AddressLook({
  look: { address, confirmBy, alike },
  isCompared,
  onCompared,
}: AddressLookProps) {
  const text = useText();
  const format = useFormatters();
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {alike !== null && (
        <div className="flex flex-col gap-3 rounded-base border border-warn p-4 text-14">
          <p className="font-semibold text-warn">{text('withdraw.alike.title')}</p>
          <p>{text('withdraw.alike.text')}</p>
          <dl className="flex flex-col gap-2">
            <dt className="text-13 text-ink-2">
              {text('withdraw.alike.used')} · {alike.label ?? format.dateTime(alike.time)}
            </dt>
            <dd>
              <GroupedAddress address={alike.address} />
            </dd>
            <dt className="text-13 text-ink-2">{text('withdraw.alike.typed')}</dt>
            <dd>
              <GroupedAddress address={address} />
            </dd>
          </dl>
          <Checkbox checked={isCompared} onCheckedChange={onCompared}>
            {text('withdraw.alike.sure')}
          </Checkbox>
        </div>
      )}
      {confirmBy !== null && <p className="text-13 text-ink-2">{text(`withdraw.first.${confirmBy}`)}</p>}
    </div>
  );
}
