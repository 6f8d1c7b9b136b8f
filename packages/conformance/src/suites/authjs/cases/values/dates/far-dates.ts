import { listCases } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { newToken, readSession } from "../../stored.ts"

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

export const farDates = listCases({ clause: "SEC-A6", guarantees: ["milliseconds", "far_dates"] }, [
  {
    id: "dates/past-2038",
    also: ["§2 VerificationToken", "§2 AdapterUser"],
    title: "Every date after January 2038 is stored unchanged",
    harm: "Long sessions and sign-in links end immediately, in the year 1901, or never.",
    evidence: "The TIMESTAMP type of MySQL ends on 2038-01-19, unsigned seconds of 32 bits on 2106-02-07",
    async run(t) {
      for (const date of pastColumns) {
        const { id } = await t.adapter.createUser(t.user({ emailVerified: date }))
        const [created, extended] = [t.session(id, { expires: date }), t.session(id)]
        for (const session of [created, extended]) await t.adapter.createSession(session)
        await t.adapter.updateSession({ sessionToken: extended.sessionToken, expires: date })
        const token = await newToken(t, { expires: date })

        for (const { sessionToken } of [created, extended]) {
          t.row(await readSession(t, { sessionToken }), { expires: date }, "the session")
        }
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token")
        t.row(await t.adapter.getUser(id), { emailVerified: date }, "the user")
      }
    },
  },
  {
    id: "dates/kept-or-refused",
    also: ["SEC-J7"],
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
            const storedUser = await t.adapter.getUser(outcome.value.id)
            t.row(storedUser, { emailVerified }, `a user verified on ${emailVerified.toISOString()}`)
          }
      }
    },
  },
  {
    id: "dates/from-1900-to-9999",
    level: "should",
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
])
