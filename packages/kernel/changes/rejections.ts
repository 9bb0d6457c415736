/** Why a change of terms is not announced or withdrawn. */
export type ChangeRejection =
  /** Its effective time leaves less notice than this kind of change takes. */
  | 'CHANGE_TOO_SOON'
  /** Another change to the same terms is announced. */
  | 'CHANGE_PENDING'
  | 'UNKNOWN_CHANGE';
