/** The picture of a user who has chosen none, as a path of the site. No schemas: browsers load this module. */
export const DEFAULT_AVATAR = '/avatar.svg';
