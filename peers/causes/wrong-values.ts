import { all, anyOf, type Cause, expected, type Fits, ofCases, received } from "../fits.ts"

/** Cases that compare whole rows: one wrong value in any of them is enough. */
const wholeRow = /the whole row( or null)?$|^the values that one of the callers gave$|^the stored rows:/

/** Values that every answer with such a value has wrong, in whatever case: races, lookups, updates. */
export const wrongValues: readonly Cause[] = [
  { title: "Dates lose their milliseconds", fits: losesMilliseconds },
  { title: "emailVerified is returned as a number", fits: isNumberForDate },
  {
    title: "Ids are numbers, not strings",
    fits: anyOf(
      expected(/^an id that is a string$/),
      all(ofCases("programs/"), received(/\{ id: \d+, /)),
      received(/invalid input syntax for type integer/),
      all(ofCases("exact-keys/absent-user-ids"), received(/^\{ id: \d+, /)),
    ),
  },
  {
    title: "An id of digits is returned as a number",
    fits: all(expected(/ with id: "\d+"$/), received(/^id: \d+$/)),
  },
  {
    // Programs run for three seconds, so chance and load decide which defects they find. Other cases check the same defects.
    title: "Random sequences of calls fail as well",
    fits: ofCases("programs/"),
  },
  {
    title: "Text that looks like a date is returned as a Date",
    fits: all(expected(/: "\d{4}-\d\d-\d\dT/), received(/^\w+: Date /)),
  },
  {
    title: "expires_at is returned as NaN if the account has none",
    fits: received(/^expires_at: NaN$/),
  },
  {
    title: "Numbers have 32 bits",
    fits: all(ofCases("numbers/expiry-past-2038", "numbers/largest-counter"), received(/ threw /)),
  },
  {
    title: "A numeric id of a provider does not work",
    fits: anyOf(
      ofCases("account-fields/numeric-id-is-found", "key-types/numeric-ids-are-unlinked"),
      received(
        /operator does not exist: character varying = (integer|bigint)|PrismaClientValidationError.*\bproviderAccountId: \d/s,
      ),
    ),
  },
]

const date = /Date (\d{4}-[^ ,}]+Z)/g
const times = (text: string): number[] => [...text.matchAll(date)].map(([, time = ""]) => Date.parse(time))

/** Whether the expected and the received dates differ only by a fraction of a second. */
function losesMilliseconds(...[{ error, id }]: Parameters<Fits>): boolean {
  const { expected = "", received = "" } = error ?? {}
  // The dates of programs are in these years, and none of them is a full second.
  if (id.startsWith("programs/")) return /Date 209[89]-\S+\.000Z/.test(received)
  const [wanted, got] = [times(expected), times(received)]
  // None of the dates in these rows is a full second.
  if (wholeRow.test(expected)) return got.some((time) => time % 1000 === 0)
  const isNear =
    got.length > 0 &&
    got.every((time, nth) => time % 1000 === 0 && Math.abs(time - (wanted[nth] ?? 0)) < 1000)
  return isNear && expected.replaceAll(date, "Date").endsWith(received.replaceAll(date, "Date"))
}

/** Whether the received values are the expected ones, but for numbers in place of dates. */
function isNumberForDate(...[{ error }]: Parameters<Fits>): boolean {
  const { expected = "", received = "" } = error ?? {}
  if (wholeRow.test(expected)) return /emailVerified: -?\d/.test(received)
  const dated = received.replaceAll(/(^|emailVerified: )-?\d+(?=$|,)/g, "$1Date")
  return dated !== received && expected.replaceAll(date, "Date").endsWith(dated)
}
