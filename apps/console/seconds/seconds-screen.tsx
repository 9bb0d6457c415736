import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { SecondsDialog } from './dialogs.tsx';
import { Markets } from './markets.tsx';
import { Pool } from './pool.tsx';
import { SECONDS_KEY, type SecondsAct } from './words.ts';

const REFRESH_MS = 2_000;

/** Second contracts: the terms of later contracts, the pool and its caps, and the switches of what is new. */
export function SecondsScreen() {
  const { client } = useConsole();
  const [act, setAct] = useState<SecondsAct | null>(null);
  const query = useQuery({
    queryKey: SECONDS_KEY,
    queryFn: () => client.call('getOperatorSeconds'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.seconds.failed">
      {(data) => (
        <>
          <Pool data={data} onAct={setAct} />
          <Markets data={data} onAct={setAct} />
          {act !== null && <SecondsDialog act={act} data={data} onClose={() => setAct(null)} />}
        </>
      )}
    </LiveScreen>
  );
}
