import { inGroups } from './in-groups.ts';

/** An address in groups of four, by which people compare two of them. */
export function GroupedAddress({ address }: { readonly address: string }) {
  return <span className="figure wrap-anywhere whitespace-normal!">{inGroups(address)}</span>;
}
