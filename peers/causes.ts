/** The outcome of a case. */
export type Outcome = {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly error?: { readonly expected: string; readonly received: string }
}

type Failure = Required<Outcome>["error"]

/** One property of an adapter or its tables that makes several cases fail, even cases that check another property. */
type Cause = { readonly title: string; fits(failure: Failure, id: string): boolean }

/** Matches an error message. Programs are excluded, because their reports also contain expected errors. */
const inAnswer =
  (text: RegExp): Cause["fits"] =>
  ({ received }, id) =>
    !id.startsWith("programs/") && text.test(received)

const ofCases =
  (...ids: readonly string[]): Cause["fits"] =>
  (_, id) =>
    ids.some((known) => (/[/-]$/.test(known) ? id.startsWith(known) : id === known))

/** A failure belongs to the first cause that fits. */
export const causes: readonly Cause[] = [
  { title: "Dates lose their milliseconds", fits: losesMilliseconds },
  {
    title: "Ids are numbers, not strings",
    fits: ({ expected, received }, id) =>
      expected === "an id that is a string" || (id.startsWith("programs/") && /\{ id: \d+, /.test(received)),
  },
  {
    title: "An id that is not a UUID causes an error",
    fits: inAnswer(/invalid input syntax for type uuid/),
  },
  {
    title: "A user cannot have two accounts",
    fits: inAnswer(/Unique constraint failed on the constraint: `userId`/),
  },
  {
    title: "A user who has a session or an account cannot be deleted",
    fits: inAnswer(/Foreign key constraint violated on the fields: \(`userId`\)/),
  },
  {
    title: "Deleting or updating a row that does not exist causes an error",
    fits: inAnswer(/\(P2025\)/),
  },
  {
    title: "A lookup with a value of a wrong type makes the lookups of other callers fail",
    fits: inAnswer(/Invalid `prisma\.\w+\.findUnique\(\)` invocation/),
  },
  {
    title: "A user who has no session or no account cannot be deleted",
    fits: inAnswer(/deleteUser threw Error: \[unstorage\] Invalid key: null/),
  },
  {
    title: "An update that changes no field of a user causes an error",
    fits: inAnswer(/updateUser threw .*near "where"/i),
  },
  {
    title: "Two transactions at once on one connection fail",
    fits: inAnswer(/no such savepoint/),
  },
  {
    title: "The verification tokens of a deleted user still work",
    fits: ({ expected }) =>
      /\btoken of the deleted user: null$|^useVerificationToken after the deletion/.test(expected),
  },
  {
    title: "Two addresses cannot have the same token",
    fits: (failure, id) =>
      ofCases("exact-keys/same-token-of-two-addresses", "concurrent-lookups/same-token")(failure, id) ||
      inAnswer(/createVerificationToken threw .*(unique|duplicate)/i)(failure, id),
  },
  {
    title: "Errors contain values of the call",
    fits: ofCases("errors/hold-no-secrets", "secrets/"),
  },
  {
    title: "A token that was not used is deleted",
    fits: ({ expected, received }) =>
      /(tokens?|key)( itself)?( afterwards)?: a row$/.test(expected) && received === "null",
  },
  {
    title: "Keys that differ only in case, accents or spaces are treated as the same",
    fits: ofCases("exact-keys/absent-", "exact-keys/separate-"),
  },
  {
    title: "A numeric id of a provider does not work",
    fits: ofCases("account-fields/numeric-id-is-found", "key-types/numeric-ids-are-unlinked"),
  },
  {
    title: "Two users can have the same address",
    fits: ofCases(
      "emails/one-user-each",
      "emails/refused-user-leaves-nothing",
      "email-changes/taken-address-is-refused",
      "email-changes/one-winner",
      "one-winner/users",
      "large-tables/users",
      "interleavings/sign-up-and-change-of-address",
    ),
  },
  {
    title: "Two users can have the same account",
    fits: ofCases(
      "linking/taken-account-is-refused",
      "linking/refused-link-changes-nothing",
      "bare-rows/taken-accounts",
      "exact-keys/taken-at-special-providers",
      "one-winner/accounts",
      "large-tables/accounts",
    ),
  },
  {
    title: "Two sessions can have the same token",
    fits: ofCases("sessions/taken-token-is-refused", "one-winner/sessions", "large-tables/sessions"),
  },
  {
    // Programs run for three seconds, so chance and load decide which defects they find. Other cases check the same defects.
    title: "Random sequences of calls fail as well",
    fits: ofCases("programs/"),
  },
]

const date = /Date (\d{4}-[^ ,}]+Z)/g
const times = (text: string): number[] => [...text.matchAll(date)].map(([, time = ""]) => Date.parse(time))

/** Whether the expected and the received dates differ only by a fraction of a second. */
function losesMilliseconds({ expected, received }: Failure, id: string): boolean {
  // The dates of programs are in these years, and none of them is a full second.
  if (id.startsWith("programs/")) return /Date 209[89]-\S+\.000Z/.test(received)
  const [wanted, got] = [times(expected), times(received)]
  // A row without milliseconds never equals the row that these cases expect.
  if (expected.endsWith("the whole row")) return got.length > 0 && got.every((time) => time % 1000 === 0)
  const isNear = got.every((time, nth) => time % 1000 === 0 && Math.abs(time - (wanted[nth] ?? 0)) < 1000)
  return (
    got.length > 0 && isNear && expected.replaceAll(date, "Date").endsWith(received.replaceAll(date, "Date"))
  )
}

/** The known cause of a failure. */
export const causeOf = ({ error, id }: Outcome): { readonly title: string } | undefined =>
  error && causes.find(({ fits }) => fits(error, id))

/** The musts that failed, grouped by cause. */
export function failuresByCause(results: readonly Outcome[]) {
  const failed = results.filter(({ status }) => status === "failed")
  const shared = causes.map((cause) => ({
    title: cause.title,
    failures: failed.filter((outcome) => causeOf(outcome) === cause),
  }))
  return {
    shared: shared.filter(({ failures }) => failures.length > 0),
    others: failed.filter((outcome) => !causeOf(outcome)),
  }
}
