// apart from the calls, so that a page that names kinds ships no schema

/** Why a user is credited: a mistake of ours, a deposit that was not credited, a compensation, or goodwill. */
export const correctionKinds = ['error', 'deposit', 'compensation', 'goodwill'] as const;
