import type { MiningRegistryRow } from '@candor/api';
import { ActMessage, DataTable, ReceiptTick, useText } from '@candor/ui';
import { useState } from 'react';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { useClient } from '../data/index.ts';
import { type Allowance, readAllowances, type Spender, verdictOf } from './allowance-reading.ts';
import { useWalletAsk } from './use-wallet-ask.ts';
import { type AccountCode, codeOf, onChain } from './wallet-calls.ts';
import { WalletList } from './wallet-list.tsx';
import type { Provider, Wallet } from './wallets.ts';

interface Reading {
  readonly code: AccountCode;
  readonly allowances: readonly Allowance[];
}

interface AllowancesProps {
  readonly owner: string;
  readonly registry: MiningRegistryRow;
}

/** Reads what an address allows us: each listed token of the network, to every address of ours. */
function useReading({ owner, registry }: AllowancesProps) {
  const client = useClient();
  return async (provider: Provider): Promise<Reading> => {
    await onChain(provider, registry.chainId);
    const code = await codeOf(provider, owner);
    const { list } = await client.call('getRechargeCurrency');
    const here = list.filter(({ network }) => network === registry.network);
    const [first] = here;
    const deposit =
      first === undefined
        ? []
        : [
            await client.call('getDepositAddress', {
              params: { coin: first.coin },
              query: { network: first.network },
            }),
          ];
    const spenders: readonly Spender[] = [
      { address: registry.address, whose: 'registry' },
      ...deposit.map(({ address }) => ({ address, whose: 'deposit' as const })),
      ...registry.houseAddresses.map((address) => ({ address, whose: 'house' as const })),
    ];
    const tokens = here.flatMap(({ coin, contract }) => (contract === null ? [] : [{ coin, contract }]));
    return { code, allowances: await readAllowances(provider, owner, tokens, spenders) };
  };
}

/** Words over what was read, with the tick that it earned: none where there was nothing to read. */
function Verdict({ allowances }: Pick<Reading, 'allowances'>) {
  const text = useText();
  const verdict = verdictOf(allowances);
  if (verdict === 'nothing') return <p className="text-14 font-medium">{text('defi.allow.noToken')}</p>;
  return (
    <p className="flex items-center gap-2 text-14 font-medium">
      <ReceiptTick state={verdict === 'none' ? 'verified' : 'failed'} />
      {verdict === 'none'
        ? text('defi.allow.none', { count: allowances.length })
        : text('defi.allow.some', { count: allowances.filter(({ units }) => units > 0n).length })}
    </p>
  );
}

/** The allowances of the linked wallet to us, read through that wallet: none, and none is ever asked for. */
export function Allowances({ owner, registry }: AllowancesProps) {
  const text = useText();
  const asking = useWalletAsk();
  const read = useReading({ owner, registry });
  const [reading, setReading] = useState<Reading | null>(null);
  const check = async ({ provider }: Wallet) => {
    setReading(await asking.ask(() => read(provider as Provider)));
  };
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('defi.allow')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('defi.allow.text')}</p>
      <p className="text-13 text-ink-2">{text('defi.allow.read')}</p>
      <WalletList disabled={asking.isAsking} onChoose={(wallet) => void check(wallet)} />
      {reading !== null && (
        <div role="status" className="flex flex-col gap-2">
          <Verdict allowances={reading.allowances} />
          <CodeWords code={reading.code} />
        </div>
      )}
      {reading !== null && reading.allowances.length > 0 && <AllowanceRows rows={reading.allowances} />}
      <ActMessage phase={null} error={asking.error} problem={asking.problem} />
    </section>
  );
}

function AllowanceRows({ rows }: { readonly rows: readonly Allowance[] }) {
  const text = useText();
  return (
    <DataTable<Allowance>
      label={text('defi.allow')}
      rows={rows}
      rowKey={({ token, address, by }) => `${token} ${address} ${by}`}
      emptyTitle={text('defi.allow')}
      columns={[
        { head: 'defi.coin', card: 'title', cell: ({ coin }) => <span className="font-medium">{coin}</span> },
        {
          head: 'defi.allow.to',
          wraps: true,
          cell: ({ whose, address, by }) => (
            <span className="flex flex-col">
              {text(`defi.allow.${whose}`)}
              {by === 'permit2' && <span className="text-12 text-ink-2">{text('defi.allow.permit2')}</span>}
              <span className="text-12 text-ink-3">
                <GroupedAddress address={address} />
              </span>
            </span>
          ),
        },
        { head: 'defi.allow.units', kind: 'figure', cell: ({ units }) => String(units) },
      ]}
    />
  );
}

/** Words about the code of an account, and how to be rid of one that it is delegated to. */
function CodeWords({ code }: { readonly code: AccountCode }) {
  const text = useText();
  if (code.kind !== 'delegated')
    return <p className="text-13 text-ink-2">{text(`defi.code.${code.kind}`)}</p>;
  return (
    <p className="text-13 text-warn wrap-anywhere">{text('defi.code.delegated', { address: code.to })}</p>
  );
}
