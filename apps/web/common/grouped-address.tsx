import { Fragment } from 'react';
import { inGroups } from './in-groups.ts';

const addressClass = 'figure inline-block text-balance wrap-anywhere whitespace-normal!';

/** An address in groups of four, by which people compare two of them. */
export function GroupedAddress({ address }: { readonly address: string }) {
  return (
    <span className={addressClass} translate="no">
      {inGroups(address)}
    </span>
  );
}

/** The same to copy: no character stands between two groups. */
export function CopiedAddress({ address }: { readonly address: string }) {
  return (
    <span className={`${addressClass} select-all`} translate="no">
      {[...inGroups(address).matchAll(/\S+/g)].map(({ 0: group, index }) => (
        <Fragment key={index}>
          <wbr />
          <span className={index === 0 ? undefined : 'ms-1'}>{group}</span>
        </Fragment>
      ))}
    </span>
  );
}
