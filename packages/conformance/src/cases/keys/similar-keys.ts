import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Adapters that use a key as a path, a URL, a pattern or a list drop the text after one of these.
const cuts = ["?", "#", "/", "\\", ":", "%", "*", ","]

// Each pair has one numeric value but is two ids.
const numbers = [
  ["7", "007"],
  ["1000", "1e3"],
  ["16", "0x10"],
  ["5", "5.0"],
  ["100000000000000000001", "100000000000000000002"],
  ["9007199254740993", "9007199254740992"],
] as const

export const similarKeys: readonly Case[] = [
  {
    id: "similar-keys/nothing-is-cut-off",
    level: "must",
    clause: "SEC-C3",
    also: ["SEC-C1", "SEC-D13", "SEC-J8"],
    title: "Session tokens and account ids that differ only after a special character are different keys",
    harm: "A user whose key has the same beginning is signed in as another user.",
    evidence: "unstorage, which @auth/unstorage-adapter uses, truncates keys at a question mark",
    fix: "Encode keys before they become part of a path or a name.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      for (const cut of t.some(cuts, 5)) {
        const start = `${t.unique()}${cut}`
        const owned = [
          { id: ada.id, key: `${start}a` },
          { id: bob.id, key: `${start}b` },
        ]
        for (const { id, key } of owned) {
          await t.adapter.createSession(t.session(id, { sessionToken: key }))
          await t.adapter.linkAccount(t.account(id, { providerAccountId: key }))
        }

        for (const { id, key } of owned) {
          const which = `whose key has another end after ${JSON.stringify(cut)}`
          const account = { provider: "github", providerAccountId: key }
          t.row((await t.adapter.getSessionAndUser(key))?.user, { id }, `the user of a session ${which}`)
          t.row(await t.adapter.getUserByAccount(account), { id }, `the owner of an account ${which}`)
        }
      }
    },
  },
  {
    id: "similar-keys/nothing-is-cut-off-tokens",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-C3"],
    title: "Verification tokens and addresses that differ only after a special character are different keys",
    harm: "A made-up token signs in with an address that contains such a character.",
    evidence: "@auth/unstorage-adapter accepts any token for an address with a question mark",
    fix: "Encode keys before they become part of a path or a name.",
    async run(t) {
      for (const cut of cuts) {
        const start = `${t.unique()}${cut}`
        const stored = t.verificationToken({ identifier: `${start}a@example.com`, token: `${start}a` })
        await t.adapter.createVerificationToken(stored)

        for (const other of [
          { ...tokenKey(stored), token: `${start}b` },
          { ...tokenKey(stored), identifier: `${start}b@example.com` },
        ])
          t.isNull(await t.adapter.useVerificationToken(other), `another end after ${JSON.stringify(cut)}`)
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
      }
    },
  },
  {
    id: "similar-keys/digits-are-text",
    level: "must",
    clause: "SEC-C1",
    also: ["SEC-J10"],
    title: "Account ids with the same numeric value, or the same rounded value, are different keys",
    harm: "Users whose long numeric ids are close to each other are signed in as one another.",
    evidence: "Numeric columns round values above 2^53; providers issue ids of 18 to 21 digits",
    fix: "Store account ids in a text column, and never convert them to numbers.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      for (const [one, other] of numbers) {
        const provider = `p${t.unique()}`
        const [ofAda, ofBob] = [
          t.account(ada.id, { provider, providerAccountId: one }),
          t.account(bob.id, { provider, providerAccountId: other }),
        ]
        await t.adapter.linkAccount(ofAda)
        await t.adapter.linkAccount(ofBob)

        t.row(await t.adapter.getUserByAccount(accountKey(ofAda)), { id: ada.id }, `the owner of ${one}`)
        t.row(await t.adapter.getUserByAccount(accountKey(ofBob)), { id: bob.id }, `the owner of ${other}`)
      }
    },
  },
  {
    id: "similar-keys/addresses-are-not-guessed",
    level: "must",
    clause: "SEC-C9",
    also: ["§4 getUserByEmail", "SEC-J8"],
    title: "An address that only resembles a stored address does not find its user",
    harm: "A link sent to one mailbox signs in the owner of another.",
    evidence: "GHSA-xv97-c62v-4587: a field with two addresses, of which only one was checked",
    fix: "Compare the whole address, in the form in which it is stored.",
    async run(t) {
      const name = t.unique()
      await t.adapter.createUser(t.user({ email: `${name}@example.com` }))

      for (const similar of [
        `${name}+x@example.com`,
        `${name.slice(0, 3)}.${name.slice(3)}@example.com`,
        `${name.slice(0, -1)}.@example.com`,
        `${name}@example.com,eve@example.com`,
        `eve@example.com,${name}@example.com`,
        `${name}@example.com;eve@example.com`,
        `${name}@example.comm`,
        `${name}@example.co`,
        `${name}@examplexcom`,
        `${name}@sub.example.com`,
        `x${name}@example.com`,
        `<${name}@example.com>`,
        name,
      ])
        t.isNothing(await t.adapter.getUserByEmail(similar), `getUserByEmail of a similar address`)
    },
  },
  {
    id: "similar-keys/a-list-is-no-key",
    level: "should",
    clause: "SEC-J3",
    also: ["SEC-J2"],
    title: "An array that contains a key does not find the row of that key",
    harm: "A request that repeats a parameter bypasses a check that expects a string.",
    fix: "Accept only strings as keys.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))

      for (const [lookup, key] of [
        ["getUserByEmail", email],
        ["getSessionAndUser", sessionToken],
      ] as const)
        await t.findsNothing(() => t.call(lookup, [key]), `${lookup} of a list`)
    },
  },
]
