import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../data/session.ts';
import { LiveScreen } from '../shell/live-screen.tsx';
import { useDeskSearch } from '../shell/use-desk-search.ts';
import { Appeal } from './appeal.tsx';
import { Appeals } from './appeals.tsx';
import { Currencies, Methods } from './lists.tsx';
import { otcDeskSearch } from './search.ts';
import { Terms } from './terms.tsx';
import { Traders } from './traders.tsx';
import { OTC_KEY } from './words.ts';

const REFRESH_MS = 5_000;

/** OTC: the appeals that wait, and the published numbers; or one appeal with all that it rests on. */
export function OtcScreen() {
  const { client } = useConsole();
  const [{ appeal }, show] = useDeskSearch(otcDeskSearch);
  const query = useQuery({
    queryKey: [...OTC_KEY, 'desk'],
    queryFn: () => client.call('getOperatorOtc'),
    refetchInterval: REFRESH_MS,
    enabled: appeal === undefined,
  });
  if (appeal !== undefined) return <Appeal orderId={appeal} onBack={() => show({})} />;
  return (
    <LiveScreen query={query} failedTitle="console.otc.failed">
      {(data) => (
        <>
          <Appeals data={data} onOpen={(orderId) => show({ appeal: String(orderId) })} />
          <Terms data={data} />
          <Currencies data={data} />
          <Methods data={data} />
          <Traders />
        </>
      )}
    </LiveScreen>
  );
}
