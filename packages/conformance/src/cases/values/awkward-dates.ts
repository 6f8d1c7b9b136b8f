import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

// Hours that daylight saving time skips or repeats in Europe, America and on Lord Howe Island (half an hour),
// and the ends of a leap day and of a year. In local time, some of them do not exist and others exist twice.
const awkward = [
  "2024-03-31T00:59:59.999Z",
  "2024-03-31T01:30:00.001Z",
  "2024-10-27T00:30:00.500Z",
  "2024-10-27T01:30:00.500Z",
  "2024-03-10T06:59:59.999Z",
  "2024-03-10T07:15:00.010Z",
  "2024-11-03T05:30:00.123Z",
  "2024-11-03T06:30:00.123Z",
  "2024-04-06T14:45:00.250Z",
  "2024-04-06T15:15:00.250Z",
  "2024-10-05T15:30:00.001Z",
  "2024-02-29T23:59:59.999Z",
  "2025-12-31T23:59:59.999Z",
  // These do not exist when their UTC text is read as local time in Europe, America or Australia.
  ...["2024-03-31T02:30:00.001Z", "2024-03-10T02:30:00.001Z", "2024-10-06T02:15:00.001Z"],
]

// The first dates that signed and unsigned seconds of 32 bits cannot hold, and later ones.
const pastColumns = [
  "2038-01-19T03:14:08.001Z",
  "2100-02-28T23:59:59.999Z",
  "2106-02-07T06:28:16.001Z",
  "2150-06-15T12:00:00.500Z",
].map((text) => new Date(text))

const farAway = ["1900-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"].map(
  (text) => new Date(text),
)

export const awkwardDates: readonly Case[] = [
  {
    id: "awkward-dates/survive-clock-changes",
    level: "must",
    clause: "SEC-A6",
    also: ["vector 3"],
    guarantees: ["milliseconds"],
    title: "Dates in hours that daylight saving time skips or repeats are returned unchanged",
    harm: "Twice a year, in some time zones, sessions end an hour early or late.",
    evidence:
      "better-auth/better-auth#9920: timestamps without a time zone shift with the time zone of the server",
    fix: "Store the instant, not the local time: timestamptz, UTC, or a number.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const text of awkward) {
        const emailVerified = new Date(text)

        const updated = await t.adapter.updateUser({ id, emailVerified })

        t.equal(updated.emailVerified, emailVerified, "emailVerified by updateUser")
        const found = await t.adapter.getUser(id)
        t.equal(found?.emailVerified, emailVerified, "emailVerified by getUser")
      }
    },
  },
  {
    id: "awkward-dates/past-2038",
    level: "must",
    clause: "SEC-A6",
    guarantees: ["milliseconds", "far_dates"],
    title: "An expiry after January 2038 is stored unchanged",
    harm: "Long sessions end immediately, or in the year 1901.",
    evidence: "The TIMESTAMP type of MySQL ends on 2038-01-19",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      for (const expires of pastColumns) {
        const session = t.session(id, { expires })
        await t.adapter.createSession(session)
        await t.adapter.updateSession({ sessionToken, expires })

        t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "the session")
        t.row((await t.adapter.getSessionAndUser(sessionToken))?.session, { expires }, "the updated session")
      }
    },
  },
  {
    id: "awkward-dates/past-2038-in-every-column",
    level: "must",
    clause: "SEC-A6",
    also: ["§2 VerificationToken", "§2 AdapterUser"],
    guarantees: ["milliseconds", "far_dates"],
    title: "Expiries of tokens and dates of verification after January 2038 are stored unchanged",
    harm: "Sign-in links expire in the year 1901, or never.",
    evidence: "Signed seconds of 32 bits end on 2038-01-19, unsigned ones on 2106-02-07",
    async run(t) {
      for (const date of pastColumns) {
        const token = t.verificationToken({ expires: date })
        await t.adapter.createVerificationToken(token)
        const { id } = await t.adapter.createUser(t.user({ emailVerified: date }))

        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token")
        t.row(await t.adapter.getUser(id), { emailVerified: date }, "the user")
      }
    },
  },
  {
    id: "awkward-dates/kept-or-refused",
    level: "must",
    clause: "SEC-A6",
    also: ["SEC-J7"],
    guarantees: ["milliseconds", "far_dates"],
    title: "A date that the column cannot hold is refused, never stored as another date",
    harm: "Imported users get another date, and nothing reports it.",
    fix: "Use a column for the whole range, or throw for dates outside of it.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const emailVerified of [...farAway, ...pastColumns]) {
        const created = await t.attempt(() => t.adapter.createUser(t.user({ emailVerified })))
        const updated = await t.attempt(() => t.adapter.updateUser({ id, emailVerified }))

        for (const outcome of [created, updated])
          if (outcome.status === "fulfilled") {
            const found = await t.adapter.getUser(outcome.value.id)
            t.row(found, { emailVerified }, `a user verified on ${emailVerified.toISOString()}`)
          }
      }
    },
  },
  {
    id: "awkward-dates/far-away",
    level: "should",
    clause: "SEC-A6",
    guarantees: ["milliseconds", "far_dates"],
    title: "Dates from 1900 to the end of 9999 are stored unchanged",
    harm: "Imported users get a different date, or cannot be imported.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const emailVerified of farAway) {
        await t.adapter.updateUser({ id, emailVerified })

        t.row(await t.adapter.getUser(id), { emailVerified }, "the user")
      }
    },
  },
]
