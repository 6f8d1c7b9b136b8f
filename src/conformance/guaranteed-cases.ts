import { type Guarantee, guarantees } from "../contract/guarantees.ts"
import type { Case } from "./case.ts"

/** The cases that need a guarantee, by id or topic. Those about passkeys are also found by the operations they call. */
export const casesOf: Partial<Record<Guarantee, readonly string[]>> = {
  unique_emails: [
    "emails",
    "email-changes/taken-address-is-refused",
    "email-changes/one-winner",
    "email-changes/undefined-keeps-the-address",
    "errors/are-errors",
    "extras/sign-up-is-all-or-nothing",
    "untouched/by-refused-writes",
    "races/one-user-of-an-address",
    "interleavings/sign-up-and-change-of-address",
    "spellings",
    "processes/one-user-of-an-address",
    "programs/one-caller",
    "programs/callers-of-an-email",
  ],
  unique_accounts: [
    "linking/taken-account-is-refused",
    "linking/refused-link-changes-nothing",
    "special-providers/refuse-a-second-owner",
    "untouched/by-refused-writes",
    "extras/sign-up-is-all-or-nothing",
    "races/one-owner-of-an-account",
    "processes/one-owner-of-an-account",
    "programs/one-caller",
    "programs/callers-of-an-account",
  ],
  unique_sessions: [
    "sessions/taken-token-is-refused",
    "untouched/by-refused-writes",
    "errors/are-errors",
    "races/one-session-of-a-token",
    "programs/one-caller",
    "programs/callers-of-a-session",
  ],
  unique_tokens: [
    "verification-tokens/twice-is-refused",
    "programs/one-caller",
    "programs/callers-of-a-token",
  ],
  tokens_per_identifier: [
    "wrong-tokens/same-text-for-two-addresses",
    "concurrent-lookups/tokens-with-the-same-text",
    "programs/one-caller",
    "programs/callers-of-a-token",
  ],
  foreign_keys: [
    "owners",
    "late-writes",
    "processes/deleted-users-leave-nothing",
    "programs/one-caller",
    "programs/callers-of-a-session",
    "programs/callers-of-an-account",
  ],
  passkeys: ["programs/one-caller"],
  users_without_email: ["empty-fields/user-without-email"],
  expires_in: ["numbers/lifetime-is-kept", "zeros/in-lifetimes"],
  several_accounts: [
    "cascades/accounts-go",
    "cascades/accounts-are-not-read",
    "cascades/only-accounts",
    "cascades/every-kind-of-row",
    "accounts/several-of-one-user",
    "accounts/every-type-is-kept",
    "unlinking/others-stay",
    "untouched",
    "writes-to-one-user/of-every-kind",
    "account-fields/token-type-is-lower-case",
    "account-fields/expired-tokens-are-kept",
    "numbers/expiry-past-2038",
    "lengths/tokens-kept-or-refused",
    "zeros/in-accounts",
    "absent-values/of-accounts",
    "absent-values/one-by-one",
    "key-parts/of-accounts-do-not-collide",
    "key-parts/of-accounts-find-nothing-else",
    "similar-keys/nothing-is-cut-off",
    "similar-keys/digits-are-text",
    "siblings/account-ids",
    "siblings/providers",
    "letters/in-accounts",
    "special-providers/are-ordinary",
    "lost-writes/accounts-of-a-user",
    "lost-writes/unlinked-accounts",
    "lost-writes/of-neighbouring-rows",
    "fresh-reads/of-absent-numeric-ids",
    "bursts/rows-of-every-kind",
    "many-rows/accounts-of-a-user",
    "large-tables/accounts",
    "programs/one-caller",
    "programs/callers-of-an-account",
  ],
  similar_keys: [
    "keys/ids-that-differ-by-case",
    "siblings",
    "absent-keys/user-ids",
    "letters",
    "characters/in-passkey-ids",
    "special-providers/are-ordinary",
    "programs/one-caller",
    "programs/callers-of-a-token",
  ],
  milliseconds: [
    "dates",
    "awkward-dates",
    "clock-changes",
    "short-lives",
    "long-lives",
    "programs/callers-of-a-session",
  ],
  long_text: [
    "lengths/tokens-of-providers",
    "lengths/tokens-of-large-directories",
    "lengths/pictures-as-data",
    "authenticators/longest-id",
  ],
  far_dates: [
    "awkward-dates/past-2038",
    "awkward-dates/past-2038-in-every-column",
    "awkward-dates/kept-or-refused",
    "awkward-dates/far-away",
    "zeros/in-dates",
  ],
  large_numbers: ["numbers/expiry-past-2038", "numbers/largest-counter"],
}

/** Why a case cannot hold on tables that lack guarantees; `undefined` if it needs none of them. */
export function lackingGuarantee(of: Case, reduced: readonly Guarantee[]): string | undefined {
  const lacking = reduced.find((name) => needs(of, name))
  return lacking && `the tables lack ${lacking}, so it is not guaranteed that ${guarantees[lacking]}`
}

const needs = ({ id, needs }: Case, name: Guarantee): boolean =>
  (name === "passkeys" && needs.some((operation) => operation.includes("Authenticator"))) ||
  (casesOf[name] ?? []).some((each) => id === each || id.startsWith(`${each}/`))
