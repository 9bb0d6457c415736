/** Everything known of a visitor's or user's membership. */
export interface Membership {
  readonly signedIn: boolean;
  /** Undefined until it is known. */
  readonly vip: boolean | undefined;
  /** True where it could not be loaded. */
  readonly hasFailed: boolean;
}

/**
 * Why a product of the membership zone can't be taken now; null where nothing speaks against it. Where membership could not
 * be loaded the server alone decides: nobody is turned away by a page that does not know.
 */
export function membersBar({ signedIn, vip, hasFailed }: Membership): 'obstacle' | 'loading' | null {
  if (!signedIn || vip === true) return null;
  if (vip === false) return 'obstacle';
  return hasFailed ? null : 'loading';
}
