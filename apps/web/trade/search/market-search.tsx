import { IconButton, useKeys } from '@candor/ui';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { LostDialog, lazyPart } from '../../common/lazy-part.tsx';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog, LostDialog);

/** The search over all markets of all products: a button, and the key `/`. */
export function MarketSearch() {
  const intl = useIntl();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const start = () => {
    setOpened(true);
    setOpen(true);
  };
  useKeys({ '/': start });
  return (
    <>
      <IconButton
        size="small"
        label={intl.formatMessage({ id: 'trade.search.title' })}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={start}
      >
        <Search aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </IconButton>
      {opened && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
