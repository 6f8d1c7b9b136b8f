import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// What follows one of these is lost to adapters that take a key for a path, a URL, a pattern or a list.
const cuts = ["?", "#", "/", "\\", ":", "%", "*", ","]

// Each pair is one number, and two ids.
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
    title: "Session tokens and account ids that differ after a special character are different",
    harm: "Whoever shares the beginning of a key is signed in as somebody else.",
    evidence: "unstorage, beneath @auth/unstorage-adapter, cuts keys at a question mark",
    fix: "Encode keys before they become part of a path or a name.",
    needs: ["createUser", "linkAccount", "getUserByAccount", "createSession", "getSessionAndUser"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      for (const cut of cuts) {
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
          const said = `with another end after ${JSON.stringify(cut)}`
          const account = { provider: "github", providerAccountId: key }
          t.row((await t.adapter.getSessionAndUser(key))?.user, { id }, `the user of a session ${said}`)
          t.row(await t.adapter.getUserByAccount(account), { id }, `the owner of an account ${said}`)
        }
      }
    },
  },
  {
    id: "similar-keys/nothing-is-cut-off-tokens",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-C3"],
    title: "Verification tokens and addresses that differ after a special character are different",
    harm: "A made-up token signs in with an address that holds such a character.",
    evidence: "@auth/unstorage-adapter accepts any token for an address with a question mark",
    fix: "Encode keys before they become part of a path or a name.",
    needs: ["createVerificationToken", "useVerificationToken"],
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
    title: "Account ids that are the same number, or the same when rounded, are different",
    harm: "Neighbours among the ids of a provider, which are long numbers, sign in as one another.",
    evidence: "numeric columns round past 2^53; providers hand out ids of 18 to 21 digits",
    fix: "Keep account ids in a column of text, and never pass them through a number.",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
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
    title: "An address that resembles another one does not find its user",
    harm: "A link sent to one mailbox signs in the owner of another.",
    evidence: "GHSA-xv97-c62v-4587: two addresses in one field, of which one counted",
    fix: "Look for the whole address, in the form in which it is stored.",
    needs: ["createUser", "getUserByEmail"],
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
    title: "A list that holds a key is not the key",
    harm: "A request that repeats a parameter gets past whatever checked it as text.",
    fix: "Take text for keys and nothing else.",
    needs: ["createUser", "getUserByEmail", "createSession", "getSessionAndUser"],
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
