import { useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { queryKeys, useClient } from '../../data/index.ts';

/** Says if somebody of support is there, until when, and in which languages they answer. */
export function Office() {
  const client = useClient();
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { data } = useQuery({
    queryKey: queryKeys.supportOffice,
    queryFn: () => client.call('getSupportOffice'),
  });
  if (data === undefined) return null;
  const { isOpen, changeTime, languages } = data;
  const names = languages.map((code) => intl.formatDisplayName(code, { type: 'language' }) ?? code);
  const time = format.dateTime(changeTime);
  return (
    <p className="text-13">
      {changeTime === null
        ? text('chat.office.none')
        : text(isOpen ? 'chat.office.open' : 'chat.office.closed', { time })}{' '}
      {text('chat.office.languages', { languages: intl.formatList(names) })}
    </p>
  );
}
