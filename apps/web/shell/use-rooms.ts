import type { CustomerRoom } from '@candor/i18n';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Loads rooms of messages for a part of the shell that no screen names. Returns true once they are there. */
export function useRooms(rooms: readonly CustomerRoom[]): boolean {
  const { catalogue } = useRouter().options.context;
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    catalogue.load(rooms).then(
      () => void (isGone || setLoaded(true)),
      (error: unknown) => console.warn('Some texts could not be loaded.', error),
    );
    return () => {
      isGone = true;
    };
  }, [catalogue, rooms]);
  return isLoaded;
}
