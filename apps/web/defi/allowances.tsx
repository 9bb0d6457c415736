import type { MiningRegistryRow } from '@candor/api';
import { ActMessage, DataTable, ReceiptTick, useText } from '@candor/ui';
import { useState } from 'react';
import { GroupedAddress } from '../common/grouped-address.tsx';
import { useClient } from '../data/index.ts';
import { useWalletAsk } from './use-wallet-ask.ts';
import { type AccountCode, allowanceOf, codeOf, onChain } from './wallet-calls.ts';
import { WalletList } from './wallet-list.tsx';
import type { Provider, Wallet } from './wallets.ts';

/** An allowance of one token to one address of ours, as the user's own wallet read it. */
interface Allowance {
  readonly coin: string;
  readonly token: string;
  readonly spender: string;
  readonly whose: 'registry' | 'deposit';
  readonly units: bigint;
}

interface Reading {
  readonly code: AccountCode;
  readonly allowances: readonly Allowance[];
}

interface AllowancesProps {
  readonly owner: string;
  readonly registry: MiningRegistryRow;
}

/** Reads what an address allows us: each listed token of the network, to the contract and to the user's deposit address. */
function useReading({ owner, registry }: AllowancesProps) {
  const client = useClient();
  return async (provider: Provider): Promise<Reading> => {
    await onChain(provider, registry.chainId);
    const code = await codeOf(provider, owner);
    const { list } = await client.call('getRechargeCurrency');
    const here = list.filter(({ network }) => network === registry.network);
    const spenders: Pick<Allowance, 'spender' | 'whose'>[] = [
      { spender: registry.address, whose: 'registry' },
    ];
    const [first] = here;
    if (first !== undefined) {
      const { coin, network } = first;
      const deposit = await client.call('getDepositAddress', { params: { coin }, query: { network } });
      spenders.push({ spender: deposit.address, whose: 'deposit' });
    }
    const allowances: Allowance[] = [];
    for (const { coin, contract } of here) {
      if (contract === null) continue;
      for (const { spender, whose } of spenders) {
        const units = await allowanceOf(provider, contract, owner, spender);
        allowances.push({ coin, token: contract, spender, whose, units });
      }
    }
    return { code, allowances };
  };
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
  const given = reading?.allowances.filter(({ units }) => units > 0n) ?? [];
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-20 font-semibold">{text('defi.allow')}</h2>
      <p className="max-w-180 text-14 text-ink-2">{text('defi.allow.text')}</p>
      <p className="text-13 text-ink-2">{text('defi.allow.read')}</p>
      <WalletList disabled={asking.isAsking} onChoose={(wallet) => void check(wallet)} />
      {reading !== null && (
        <div role="status" className="flex flex-col gap-2">
          <p className="flex items-center gap-2 text-14 font-medium">
            <ReceiptTick state={given.length === 0 ? 'verified' : 'failed'} />
            {given.length === 0
              ? text('defi.allow.none', { count: reading.allowances.length })
              : text('defi.allow.some', { count: given.length })}
          </p>
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
      rowKey={({ token, spender }) => `${token} ${spender}`}
      emptyTitle={text('defi.allow')}
      columns={[
        { head: 'defi.coin', card: 'title', cell: ({ coin }) => <span className="font-medium">{coin}</span> },
        {
          head: 'defi.allow.to',
          wraps: true,
          cell: ({ whose, spender }) => (
            <span className="flex flex-col">
              {text(`defi.allow.${whose}`)}
              <span className="text-12 text-ink-3">
                <GroupedAddress address={spender} />
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
