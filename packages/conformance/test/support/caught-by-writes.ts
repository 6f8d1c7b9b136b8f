/** The cases that find the mutants of unasked effects and unwritten changes. */
export const caughtByWrites: Readonly<Record<string, string>> = {
  "moving-one-session-moves-all": "untouched/by-update-session",
  "tokens-follow-the-address": "untouched/by-update-user",
  "linking-verifies-the-address": "untouched/by-link-account",
  "provider-goes-with-its-first-user": "untouched/by-delete-user",
  "refused-account-keeps-its-key": "refused-rows/accounts",
  "last-chunk-is-lost": "bursts/sessions",
  "expiries-compared-as-text": "small-changes/of-sessions",
  "names-compared-by-a-collation": "small-changes/of-users",
  "text-as-a-replacement": "text/exact-users",
  "undefined-is-an-id": "users/undefined-id-is-no-id",
  "expired-session-is-not-deleted": "expired-sessions/deleted-is-not-extended",
}
