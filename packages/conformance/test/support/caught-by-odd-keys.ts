/** The cases that find the mutants of odd keys. */
export const caughtByOddKeys: Readonly<Record<string, string>> = {
  "session-token-ends-at-a-nul": "exact-keys/control-characters-in-sessions",
  "short-account-ids-as-numbers": "exact-keys/short-numbers-in-accounts",
  "sessions-deleted-by-the-beginning-of-an-id": "exact-keys/beginnings-of-other-keys",
  "refused-update-keeps-the-picture": "untouched/by-refused-fields",
  "passkeys-listed-for-each-session": "authenticators/listed-once",
  "unlinking-by-the-account-id-alone": "exact-keys/half-a-key-removes-no-accounts",
}
