import type { NewCase } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { inBatches } from "../../scale/in-batches.ts"
import { spellings } from "./similar-texts.ts"

// Some libraries ignore dots and tags at these domains, or treat several of them as one.
const mailProviders = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "ymail.com"],
  ...["icloud.com", "me.com", "fastmail.com", "proton.me", "protonmail.com", "pm.me", "yandex.ru", "ya.ru"],
]

const fix = "Find and delete a token in one statement that compares both parts of its key as text."

export const addresses: readonly NewCase[] = [
  {
    id: "exact-keys/similar-mailboxes",
    clause: "SEC-C9",
    also: ["§4 getUserByEmail", "SEC-C10", "SEC-J8"],
    title: "An address with a tag, with other dots, in a list or at another domain finds no user",
    harm: "A link sent to one mailbox signs in the owner of another.",
    evidence:
      "normalizeEmail of validator.js removes dots and tags; GHSA-xv97-c62v-4587: a field with two addresses, of which only one was checked",
    fix: "Compare the whole address: whether two addresses share a mailbox is known only to the provider.",
    async run(t) {
      const stored = ["example.com", ...t.some(mailProviders, 2)].map((domain) => [`a.${t.unique()}`, domain])
      for (const [local = "", domain = ""] of [[t.unique(), "example.com"], ...stored]) {
        const address = `${local}@${domain}`
        await t.adapter.createUser(t.user({ email: address }))
        const locals = [
          local.slice(2),
          `a.${local}`,
          local.replace(".", ""),
          `${local.slice(0, 5)}.${local.slice(5)}`,
        ]
        locals.push(`${local.slice(0, -1)}.`, `${local}+x`, `${local}-x`, `${local}.x`, `x${local}`)
        const domains = [`${domain}m`, domain.slice(0, -1), domain.replace(".", "x"), `sub.${domain}`]
        domains.push(...mailProviders.filter((provider) => provider !== domain))
        const lists = [
          `${address},eve@${domain}`,
          `eve@${domain},${address}`,
          `${address};eve@${domain}`,
          `<${address}>`,
          local,
        ]
        await inBatches(
          [
            ...locals
              .filter((otherLocal) => otherLocal !== local)
              .map((otherLocal) => `${otherLocal}@${domain}`),
            ...domains.map((otherDomain) => `${local}@${otherDomain}`),
            ...lists,
          ],
          async (email) =>
            t.isNothing(await t.adapter.getUserByEmail(email), "getUserByEmail of a similar address"),
        )
      }
    },
  },
  {
    id: "exact-keys/capitals-of-addresses",
    clause: "SEC-C10",
    also: ["vector 12"],
    guarantees: ["byte_exact_keys"],
    title: "An adapter that ignores the case of addresses ignores it for every letter from a to z",
    harm: "On a server with a Turkish locale, users whose address contains an i cannot sign in.",
    fix: "Use toLowerCase, not toLocaleLowerCase.",
    async run(t) {
      const alphabet = "abcdefghijklmnopqrstuvwxyz"
      const findsCapitals = async (letter: string) => {
        const name = t.unique().replace(/[^0-9]/g, "")
        const email = `${letter}${name}${crypto.randomUUID().replace(/[^0-9]/g, "")}@0.example`
        const { id } = await t.adapter.createUser(
          t.user({ email: email.replace(letter, letter.toUpperCase()) }),
        )
        return (await t.adapter.getUserByEmail(email))?.id === id
      }
      const foundLetters = []
      for (const letter of alphabet) if (await findsCapitals(letter)) foundLetters.push(letter)
      t.check(
        foundLetters.length === 0 || foundLetters.length === alphabet.length,
        "all letters or none",
        foundLetters.join(""),
      )
    },
  },
  {
    id: "exact-keys/spellings-of-identifiers",
    clause: "SEC-E1",
    also: ["SEC-E4"],
    title:
      "A token is used up only by a call that returns it, even when its identifier is spelled differently",
    harm: "A link that was opened with another spelling of the address makes the right link useless.",
    fix,
    async run(t) {
      const identifier = `${t.unique()}.é@example.com`
      for (const spelling of spellings(identifier)) {
        const token = t.verificationToken({ identifier })
        await t.adapter.createVerificationToken({ ...token })
        const used = await t.attempt(() =>
          t.adapter.useVerificationToken({ ...tokenKey(token), identifier: spelling }),
        )
        // An adapter may treat two spellings as one address. Then this was the only use.
        const isUsed = used.status === "fulfilled" && used.value !== null
        const again = await t.adapter.useVerificationToken(tokenKey(token))
        if (isUsed) t.isNull(again, "the second use of the token")
        else t.row(again, token, `the token itself, after a use with ${JSON.stringify(spelling)}`)
      }
    },
  },
  {
    id: "exact-keys/exact-identifiers",
    level: "should",
    clause: "SEC-E1",
    also: ["SEC-C1"],
    title: "An identifier in another case, with spaces or in another Unicode form finds no token",
    harm: "A token is deleted by a link that the client then refuses.",
    fix,
    async run(t) {
      const plain = `${t.unique()}.Jos\u00e9\ufb01@example.com`
      const pairs = spellings(plain).flatMap((spelling) => [
        [plain, spelling],
        [spelling, plain],
      ])
      for (const [identifier = "", spelling = ""] of t.some(pairs, 8)) {
        const stored = t.verificationToken({ identifier })
        await t.adapter.createVerificationToken({ ...stored })
        const use = () => t.adapter.useVerificationToken({ ...tokenKey(stored), identifier: spelling })
        await t.findsNothing(use, `a use with ${JSON.stringify(spelling)}`)
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the address itself")
      }
    },
  },
]
