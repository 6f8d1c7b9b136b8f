import { listCases } from "../../../case.ts"
import { tokenKey } from "../../row.ts"

export const datesInWrites = listCases({ clause: "SEC-A6", guarantees: ["milliseconds"] }, [
  {
    id: "dates/in-the-result-of-every-user-write",
    also: ["§2 AdapterUser", "§4 updateUser", "§4 deleteUser"],
    title: "Every write of a user returns emailVerified as a Date, even when the call left it out",
    harm: "A callback that compares the date fails after a change of the name.",
    async run(t) {
      const emailVerified = t.inDays(-40)
      const created = await t.adapter.createUser(t.user({ emailVerified }))
      const { id } = created
      t.row(created, { id, emailVerified }, "createUser")
      for (const changes of [
        {},
        { name: "Grace" },
        { image: null },
        { email: t.email() },
        { emailVerified: undefined },
      ])
        t.row(await t.adapter.updateUser({ id, ...changes }), { id, emailVerified }, "updateUser")
      t.rowOrNothing(await t.adapter.deleteUser(id), { id, emailVerified }, "deleteUser")
    },
  },
  {
    id: "dates/in-the-result-of-every-session-write",
    also: ["§2 AdapterSession", "§4 updateSession", "§4 deleteSession"],
    title: "Every write of a session returns expires as a Date, even when the call left it out",
    harm: "The client calls a method of this Date, so a string or a number breaks the page.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const { sessionToken } = session
      t.row(await t.adapter.createSession(session), session, "createSession")
      for (const changes of [{}, { userId: id }, { expires: undefined }, { userId: id, expires: undefined }])
        t.rowOrNothing(await t.adapter.updateSession({ sessionToken, ...changes }), session, "updateSession")
      const expires = t.inDays(50)
      const extended = await t.adapter.updateSession({ sessionToken, userId: id, expires })
      t.rowOrNothing(extended, { ...session, expires }, "updateSession with every field")
      t.rowOrNothing(await t.adapter.deleteSession(sessionToken), { ...session, expires }, "deleteSession")
    },
  },
  {
    id: "dates/in-the-result-of-every-token-write",
    also: ["§2 VerificationToken", "§4 createVerificationToken"],
    title: "Creating and using a verification token both return expires as a Date",
    harm: "The client compares the expiry with the current time, so a string breaks the sign-in link.",
    async run(t) {
      const token = t.verificationToken()
      t.rowOrNothing(await t.adapter.createVerificationToken(token), token, "createVerificationToken")
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "useVerificationToken")
    },
  },
])
