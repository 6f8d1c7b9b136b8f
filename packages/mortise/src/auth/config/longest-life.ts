/**
 * No session lasts longer, whatever the options say. The record of a revocation is kept this long, because the options
 * may change later, and tools that revoke sessions do not know them.
 */
export const longestLifeMs = 400 * 24 * 3600 * 1000
