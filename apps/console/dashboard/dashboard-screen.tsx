import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { ActivityParts } from './activity.tsx';
import { Feed, Health, Journal } from './facts.tsx';
import { Index, Ledger, Processes } from './tables.tsx';

const REFRESH_MS = 2_000;

/** The state of the house, fetched every two seconds. */
export function DashboardScreen() {
  const { client } = useConsole();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => client.call('getDashboard'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <LiveScreen query={query} failedTitle="console.dashboard.failed">
      {(data) => (
        <>
          <div className="grid gap-x-8 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
            <Health data={data} />
            <Journal data={data} />
            <Feed data={data} />
          </div>
          <ActivityParts />
          <Processes rows={data.processes} />
          <Ledger rows={data.ledger} />
          <Index rows={data.index} />
        </>
      )}
    </LiveScreen>
  );
}
