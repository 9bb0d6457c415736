import { Button, useProblem, useText } from '@candor/ui';
import { useState } from 'react';

/** The button that shows earlier messages, and says why they didn’t come. */
export function Older({ load }: { readonly load: () => Promise<void> }) {
  const text = useText();
  const problemOf = useProblem();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const press = () => {
    setLoading(true);
    setError(null);
    load()
      .catch(setError)
      .finally(() => setLoading(false));
  };
  return (
    <div className="flex flex-col items-center gap-1">
      <Button variant="plain" size="small" loading={isLoading} onClick={press}>
        {text('chat.older')}
      </Button>
      {error !== null && (
        <p role="alert" className="text-12 text-warn">
          {problemOf(error).text}
        </p>
      )}
    </div>
  );
}
