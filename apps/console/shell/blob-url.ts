import { useEffect, useState } from 'react';

/** Returns the address of a picture within this page, until the page leaves it; null before its bytes are there. */
export function useBlobUrl(
  picture: { readonly type: string; readonly base64: string } | undefined,
): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (picture === undefined) return;
    const bytes = Uint8Array.from(atob(picture.base64), (char) => char.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: picture.type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}
