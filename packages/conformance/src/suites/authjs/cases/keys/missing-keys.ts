import type { NewCase } from "../../case.ts"
import { offers } from "../row.ts"
import { expectFound, type Kind, kinds, newOwner } from "../rows.ts"
import { usersWithoutEmail } from "../users/users-without-email.ts"
import { expectUseless } from "./useless-keys.ts"

const nothing = [undefined, null, ""]

const missingKeyCase = (kind: Kind): NewCase => ({
  id: `missing-keys/of-${kind.name}s`,
  clause: "SEC-J2",
  also: [
    ...["§7.3", "§7.4", "§7.5", "vector 19"],
    ...(kind.isReadOnce ? ["client 1.3", "SEC-E1"] : []),
    ...[kind.update, kind.remove].flatMap((operation) => (operation ? [`§4 ${operation}`] : [])),
  ],
  title: `Calls whose key, or a part of it, is missing find, change and remove no ${kind.many}`,
  harm: "A request without a cookie, an address or an id is signed in as the first user, or empties a table.",
  evidence:
    "@auth/typeorm-adapter returns the first row; Prisma's deleteMany deletes every row if its condition is undefined; @auth/core passes identifier: undefined when a link has no address",
  fix: "Refuse a missing key, or return nothing, before querying.",
  // An adapter without this property would also delete the rows of other cases.
  alone: true,
  async run(t) {
    if (kind.name === "user") await usersWithoutEmail(t)
    await expectUseless(t, kind, () => nothing)
    const row = await kind.row(t, await newOwner(t)).store()
    for (const { operation } of row.lookups) {
      const outcome = await t.attempt(() => t.call(operation, {}))
      if (outcome.status === "fulfilled" && !Array.isArray(outcome.value))
        t.isNothing(outcome.value, `${operation} with an empty object`)
    }
    for (const operation of [kind.update, kind.remove])
      if (operation && offers(t, operation)) await t.attempt(() => t.call(operation, {}))
    await expectFound(t, row, "of a row, after calls with an empty object")
  },
})

export const missingKeys: readonly NewCase[] = [
  ...kinds.map(missingKeyCase),
  {
    id: "missing-keys/of-links-return-null",
    level: "should",
    clause: "SEC-J2",
    also: ["client 1.3"],
    title: "Using a token without its address returns null instead of throwing",
    harm: 'An incomplete link shows a server error instead of "this link does not work".',
    async run(t) {
      const used = await t.call("useVerificationToken", { identifier: undefined, token: t.token() })
      t.isNull(used, "useVerificationToken without an address")
    },
  },
  {
    id: "missing-keys/return-null",
    level: "should",
    clause: "SEC-J2",
    also: ["SEC-A1"],
    title: "A lookup with undefined or an empty string returns null instead of throwing",
    harm: "A request without a cookie shows a server error.",
    async run(t) {
      for (const lookup of ["getUser", "getUserByEmail", "getSessionAndUser"] as const)
        for (const key of nothing) t.isNull(await t.call(lookup, key), `${lookup}(${JSON.stringify(key)})`)
    },
  },
  {
    id: "missing-keys/undefined-address-in-an-update",
    clause: "SEC-A5",
    also: ["SEC-B7"],
    guarantees: ["unique_emails"],
    title: "After an update whose email is undefined, the address still finds the user and stays taken",
    harm: "A user who changes their name can no longer sign in by email, or another user takes the address.",
    evidence: "@auth/upstash-redis-adapter and @auth/unstorage-adapter build index keys from undefined",
    fix: "Do not touch the email index when the update contains no address.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())

      await t.adapter.updateUser({ id, email: undefined, name: "Grace Hopper" })

      t.row(await t.adapter.getUserByEmail(email), { id, email, name: "Grace Hopper" }, "getUserByEmail")
      const signUp = () => t.adapter.createUser(t.user({ email }))
      await t.throws(signUp, "createUser of the same address", "conflict")
    },
  },
]
