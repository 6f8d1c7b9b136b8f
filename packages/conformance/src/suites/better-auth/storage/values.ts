import { times } from "../../../engine/case-tools/race-helpers.ts"
import { sameValue } from "../../../engine/case-tools/same-value.ts"
import { type BetterAuthContext, listCases } from "../case.ts"

const about = { clause: "BA-storage" } as const

/** Texts as Better Auth stores them, and others that a storage might change. */
const texts: readonly string[] = [
  JSON.stringify({
    session: { token: "a", expiresAt: "2030-01-01T00:00:00.123Z" },
    user: { name: "Zoë 😀 \u0000" },
  }),
  JSON.stringify([{ token: "a", expiresAt: 1_900_000_000_123 }]),
  JSON.stringify({ quotes: `"'\\ \n\r\t`, html: "<b>&amp;</b>", sql: "'; drop table x; --" }),
  JSON.stringify({ long: "ä".repeat(15_000) }),
  "Zoë 😀 and e\u0301, not é",
  " text with spaces ",
]

/** Whether a storage returned the text. Better Auth also accepts the object that the text describes. */
function isText(value: unknown, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text
  return /^[[{]/.test(text) && sameValue(value, JSON.parse(text))
}

const expectText = (t: BetterAuthContext, value: unknown, text: string) =>
  t.check(isText(value, text), `the stored text of ${text.length} characters`, value)

/** Keys that a storage might confuse. */
const similarKeys = (unique: string): readonly string[] => [
  ...[unique, unique.toUpperCase(), `${unique} `, ` ${unique}`, `${unique}:`, `${unique}:a`, `${unique}/a`],
  ...[
    `${unique}*`,
    `${unique}?`,
    `${unique}[a-z]`,
    `${unique}%`,
    `${unique}_`,
    `${unique}{a}`,
    `${unique}\\`,
  ],
  ...[`${unique}é`, `${unique}e\u0301`, `${unique}😀`, `${unique}.`, `${unique}#`, `${unique}\n`],
  ...[`verification:${unique}`, `verification:${unique}:a`],
  ...[`${unique}${"a".repeat(500)}`, `${unique}${"a".repeat(499)}b`],
]

/** Texts and keys of a secondary storage. */
export const storageValues = listCases(about, [
  {
    id: "storage-values/texts",
    title: "A stored text is returned as it was stored",
    harm: "A session cannot be read, or shows another name: its user is signed out.",
    fix: "Store the text itself, in UTF-8.",
    async run(t) {
      for (const text of texts) {
        const key = t.unique()
        await t.storage.set(key, text, 60)
        expectText(t, await t.storage.get(key), text)
        expectText(t, await t.storage.getAndDelete(key), text)
      }
    },
  },
  {
    id: "storage-values/long-texts",
    title: "A very long text is returned as it was stored, or refused",
    harm: "A session with a large profile is cut off: its user is signed out, and nobody learns why.",
    fix: "Throw an error if a text is too long for the store.",
    async run(t) {
      const text = JSON.stringify({ image: "ä".repeat(t.effort === "full" ? 5_000_000 : 500_000) })
      const key = t.unique()
      const stored = await t.attempt(async () => t.storage.set(key, text, 60))
      if (stored.status === "fulfilled") expectText(t, await t.storage.get(key), text)
      else t.isNothing(await t.storage.get(key), "a text that was refused")
    },
  },
  {
    id: "storage-values/replaced",
    title: "The last stored text is found, until it is deleted",
    harm: "A signed-out session works, or a user sees an old profile.",
    fix: "Write to the store before the promise resolves, and keep no copies.",
    async run(t) {
      const key = t.unique()
      const read = () => t.storage.get(key)
      t.isNothing(await read(), "a key that was never stored")
      t.isNothing(await t.storage.getAndDelete(key), "a key that was never stored")
      await t.storage.delete(key)
      for (const text of ['"first"', '"second"']) {
        await t.storage.set(key, text, 60)
        expectText(t, await read(), text)
      }
      await t.storage.delete(key)
      t.isNothing(await read(), "a deleted key")
      await t.storage.set(key, '"third"')
      expectText(t, await read(), '"third"')
      await t.storage.getAndDelete(key)
      t.isNothing(await read(), "a key that was taken")
    },
  },
  {
    id: "storage-values/separate-keys",
    title: "Similar keys have values of their own",
    harm: "A visitor gets the session of somebody else.",
    fix: "Use the whole key, byte by byte, without patterns.",
    async run(t) {
      const keys = similarKeys(t.unique())
      for (const [index, key] of keys.entries()) await t.storage.set(key, `"${index}"`, 60)
      for (const [index, key] of keys.entries()) expectText(t, await t.storage.get(key), `"${index}"`)
      for (const [index, key] of keys.entries()) {
        if (index % 2 === 0) await t.storage.delete(key)
        else expectText(t, await t.storage.getAndDelete(key), `"${index}"`)
        const next = keys[index + 1]
        if (next !== undefined) expectText(t, await t.storage.get(next), `"${index + 1}"`)
      }
    },
  },
  {
    id: "storage-values/many-keys",
    title: "More than a thousand texts are all kept",
    harm: "Users are signed out when others sign in.",
    fix: "Use a store that keeps every text until its lifetime ends, not a cache of limited size.",
    async run(t) {
      const keys = times(1_050, () => t.unique())
      for (let done = 0; done < keys.length; done += 50)
        await Promise.all(keys.slice(done, done + 50).map(async (key) => t.storage.set(key, `"${key}"`, 60)))
      for (let done = 0; done < keys.length; done += 50)
        await Promise.all(
          keys.slice(done, done + 50).map(async (key) => expectText(t, await t.storage.get(key), `"${key}"`)),
        )
      await Promise.all(keys.map(async (key) => t.storage.delete(key)))
    },
  },
  {
    id: "storage-values/special-words",
    title: "Keys such as `constructor` are found only if they were stored",
    harm: "Somebody who sends such a token gets an answer instead of a refusal.",
    fix: "Use a Map, or an object without a prototype.",
    async run(t) {
      for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
        t.isNothing(await t.storage.get(word), `get("${word}")`)
        t.isNothing(await t.storage.getAndDelete(word), `getAndDelete("${word}")`)
      }
    },
  },
  {
    id: "storage-values/outage",
    outage: true,
    title: "During an outage every call throws",
    harm: "Users are signed out, limits do not hold, and a signed-out session stays valid.",
    fix: "Let the errors of the client pass.",
    async run(t) {
      const { storage } = await t.openBroken()
      const key = t.unique()
      await t.throws(async () => storage.get(key), "get")
      await t.throws(async () => storage.getAndDelete(key), "getAndDelete")
      await t.throws(async () => storage.set(key, "{}", 60), "set")
      await t.throws(async () => storage.delete(key), "delete")
      await t.throws(async () => storage.increment(key, 60), "increment")
    },
  },
])
