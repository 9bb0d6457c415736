import type { CallData, Calls, WithdrawalRequest } from '@candor/api';
import type { ActSending } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys, useClient, useServices, useUser } from '../../data/index.ts';
import { createSeal } from './seal-withdrawal.ts';

/** Sends withdrawals, encrypted to the platform's key. */
export function useWithdraw() {
  const client = useClient();
  const queries = useQueryClient();
  const { config, serverNowMs } = useServices();
  const userId = useUser()?.userId ?? 0;
  const seal = useMemo(
    () => createSeal(config.withdrawalKey, userId, serverNowMs),
    [config.withdrawalKey, userId, serverNowMs],
  );
  return {
    send: async (request: WithdrawalRequest, sending: ActSending): Promise<CallData<Calls['withdrawal']>> =>
      client.call('withdrawal', { body: await seal(request) }, sending),
    /** Reads again what a withdrawal changes. */
    refresh: () =>
      Promise.all(
        [queryKeys.withdrawals, queryKeys.balances, queryKeys.bills].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  };
}
