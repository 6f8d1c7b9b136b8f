import type { NewCase } from "../../../case.ts"
import { tokenKey } from "../../row.ts"

const spellings = ["Ada.Lovelace", "ADA", "ada", "Zo\u00eb"]

export const returnedKeys: readonly NewCase[] = [
  {
    id: "exact-keys/returned-identifiers",
    clause: "client 1.3",
    also: ["§4 useVerificationToken"],
    title: "A used token has the identifier that it was created with, letter by letter",
    harm: "The client compares the identifier with that of the link, and refuses a valid link.",
    evidence: "@auth/core compares the returned identifier with the one in the link exactly",
    fix: "Store the identifier as it is given.",
    async run(t) {
      for (const name of spellings) {
        const token = t.verificationToken({ identifier: `${name}.${t.unique()}@Example.com` })
        t.rowOrNothing(await t.adapter.createVerificationToken(token), token, "the created token")
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the used token")
      }
    },
  },
  {
    id: "exact-keys/returned-user-ids",
    clause: "client 1.6.1",
    also: ["§4 createUser", "§4 getUser"],
    title: "The id that createUser returns finds the user, whatever id was given",
    harm: "The client links the account and the session to an id that no user has.",
    evidence: "uuid columns store capital letters as small ones",
    fix: "Return the stored row, not the argument.",
    async run(t) {
      const uuid = () => crypto.randomUUID()
      const ids = [
        ...[uuid().toUpperCase(), `{${uuid()}}`, uuid().replaceAll("-", ""), `urn:uuid:${uuid()}`],
        ...[t.unique().toUpperCase(), ` ${t.unique()} `, `${t.unique()}\u00e9`, "7".repeat(20) + t.unique()],
      ]
      for (const wanted of ids) {
        const created = await t.attempt(() => t.adapter.createUser(t.user({ id: wanted })))
        // An adapter may refuse ids that do not fit its column.
        if (created.status === "rejected") continue
        const { id, email } = created.value
        t.row(await t.adapter.getUser(id), { id, email }, `getUser after createUser with ${wanted}`)
        t.row(await t.adapter.getUserByEmail(email), { id }, `getUserByEmail after createUser with ${wanted}`)
        t.row(await t.adapter.updateUser({ id, name: "Grace" }), { id, name: "Grace" }, "updateUser")
        const { sessionToken } = await t.adapter.createSession(t.session(id))
        const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        t.row(sessionAndUser?.user, { id, name: "Grace" }, "the user of a session")
        t.row(sessionAndUser?.session, { userId: id }, "the session of the user")
      }
    },
  },
]
