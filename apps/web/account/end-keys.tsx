import { Checkbox, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys, useClient } from '../data/index.ts';

interface EndKeysProps {
  readonly ends: boolean;
  readonly onEndsChange: (ends: boolean) => void;
}

/** Asks whether the API keys end as well; nothing for a user who has none. */
export function EndKeys({ ends, onEndsChange }: EndKeysProps) {
  const client = useClient();
  const text = useText();
  const { data } = useQuery({ queryKey: queryKeys.apiKeys, queryFn: () => client.call('getApis') });
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Checkbox checked={ends} onCheckedChange={onEndsChange}>
      {text('account.keys.end')}
    </Checkbox>
  );
}
