/**
 * Pins what both engines store: other versions of Mortise read and write the same keys. In the expected contents, `|`
 * stands for NUL, `<1>` for a nonce and `<now>` for the time.
 */
import { expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { MortiseError } from "../../../src/contract/errors.ts"
import type { Store } from "../../../src/operations/store.ts"
import type { RedisConnection } from "../../../src/stores/redis/connection/connection.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { cutConnection } from "./cut-connection.ts"
import { installRedisClients } from "./install.ts"
import { engines, type Open } from "./open-engines.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")

const opened = connectForTests()

const schema = defaultSchema()
const expires = new Date(4_102_444_800_000)
const ada = { id: "ada", email: "ada@example.com", name: "Ada", emailVerified: expires }
const account = { userId: "ada", type: "oauth", provider: "git:hub", providerAccountId: "1" }
const passkey = {
  userId: "ada",
  credentialID: "key",
  providerAccountId: "2",
  credentialPublicKey: "public",
  counter: 3,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
}
const packedPasskey =
  "credentialID=key|userId=ada|providerAccountId=2|credentialPublicKey=public|counter=3|credentialDeviceType=multiDevice|credentialBackedUp=1"
const session = { userId: "ada", sessionToken: "token", expires }
const link = { identifier: ada.email, token: "link", expires }
const slot = { key: "slot", value: { code: [1] }, count: 2, expires }

let runs = 0

type Trouble = {
  /** The first script of this name is not sent: it fails with `code`. */
  readonly failing?: string
  readonly code?: "indeterminate" | "unavailable"
  /** Nothing is sent after so many commands, as if the process had ended. */
  readonly at?: number
}

/** Opens a store of its own. */
function openStore(
  open: Open,
  { failing, code = "unavailable", at = Number.POSITIVE_INFINITY }: Trouble = {},
) {
  const prefix = `run${++runs}`
  let hasFailed = false
  const whole: RedisConnection = {
    ...opened.connection,
    async evaluate(script, ...rest) {
      if (script.name !== failing || hasFailed) return opened.connection.evaluate(script, ...rest)
      hasFailed = true
      throw new MortiseError(code, "This script is not sent.")
    },
  }
  const { connection, quiet } = cutConnection(whole, { at, mode: "stop" })
  const { store } = open({ schema, keys: createKeys(prefix, schema), connection, onWarning: () => {} })
  const stored = async () => {
    await quiet()
    return dump(prefix)
  }
  return { store, stored }
}

type Contents = Record<string, Record<string, string>>

/** All keys with a prefix: the fields of each hash, and the members of each sorted set with their scores. */
async function dump(prefix: string): Promise<Contents> {
  const { connection } = opened
  const keys = ((await connection.read("KEYS", `${prefix}:*`)) as string[]).sort()
  const contents = await Promise.all(keys.map(contentsOf))
  const text = JSON.stringify(Object.fromEntries(keys.map((key, nth) => [key, contents[nth]])))
  return JSON.parse(withNames(text.replaceAll("\\u0000", "|").replaceAll(`${prefix}:`, "p:")))
}

async function contentsOf(key: string): Promise<Record<string, string>> {
  const { connection } = opened
  const isHash = (await connection.read("TYPE", key)) === "hash"
  const reply = await (isHash
    ? connection.read("HGETALL", key)
    : connection.read("ZRANGE", key, "0", "-1", "WITHSCORES"))
  const texts = reply as string[]
  const pairs = texts.flatMap((name, nth) =>
    nth % 2 === 0 ? [[name, texts[nth + 1] as string] as const] : [],
  )
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Numbers the nonces in the order in which they appear, and replaces the time. */
function withNames(text: string): string {
  const nonces: string[] = []
  const nameOf = (nonce: string) => {
    if (!nonces.includes(nonce)) nonces.push(nonce)
    return `<${nonces.indexOf(nonce) + 1}>`
  }
  return text
    .replace(/(?<![\w-])[\w-]{16}(?![\w-])/g, nameOf)
    .replace(/\d{13}/g, (time) => (time === String(expires.getTime()) ? time : "<now>"))
}

/** Inserts a row of every model. */
async function insertAll(store: Store): Promise<void> {
  await store.insert([
    ["user", ada],
    ["account", account],
    ["authenticator", passkey],
    ["session", session],
  ])
  await store.insert([["verificationToken", link]])
  await store.insert([["slot", slot]])
}

test("the atomic engine stores rows in these keys and fields", async () => {
  const { store, stored } = openStore(engines.atomic)
  await insertAll(store)
  expect(await stored()).toEqual({
    "p:a:{git%3Ahub:1}": {
      v: "userId=ada|type=oauth|provider=git:hub|providerAccountId=1",
      "~u": "p:u:{ada}",
      "~n": "<1>",
    },
    "p:c:{key}": { v: packedPasskey, "~u": "p:u:{ada}", "~n": "<2>" },
    "p:e:{ada%40example.com}": { u: "p:u:{ada}", n: "<3>" },
    "p:k:{slot}": { v: 'key=slot|value={"code":[1]}|count=2|expires=4102444800000' },
    "p:s:{token}": {
      v: "sessionToken=token|userId=ada|expires=4102444800000",
      "~u": "p:u:{ada}",
      "~n": "<4>",
    },
    "p:t:{ada%40example.com}": {
      "t:link": "identifier=ada@example.com|token=link|expires=4102444800000",
    },
    "p:u:{ada}": {
      v: "id=ada|name=Ada|email=ada@example.com|emailVerified=4102444800000",
      "~g": "<3>",
      "~c": "<3>",
      "~e": "p:e:{ada%40example.com}",
      "~o:<1>:p:a:{git%3Ahub:1}": "<3>",
      "~o:<2>:p:c:{key}": "<3>",
      "~o:<4>:p:s:{token}": "<3>",
    },
    "p:x:k:{0}": { "p:k:{slot}": "4102444800000" },
    "p:x:s:{0}": { "p:s:{token}|<4>|p:u:{ada}": "4102444800000" },
    "p:x:t:{0}": { "p:t:{ada%40example.com}|link": "4102444800000" },
    "p:z:a:key:{0}": { "git:hub|1": "0" },
    "p:z:c:key:{0}": { key: "0" },
    "p:z:k:key:{0}": { slot: "0" },
    "p:z:s:key:{0}": { token: "0" },
    "p:z:t:key:{0}": { "ada@example.com|link": "0" },
    "p:z:u:email:{0}": { "ada@example.com": "0" },
    "p:z:u:key:{0}": { ada: "0" },
  })
})

test("the spread engine stores rows in these keys and fields", async () => {
  const { store, stored } = openStore(engines.spread)
  await insertAll(store)
  expect(await stored()).toEqual({
    "p:a:{git%3Ahub:1}": {
      v: "userId=ada|type=oauth|provider=git:hub|providerAccountId=1",
      "~u": "p:u:{ada}",
      "~n": "<1>",
      "~t": "<now>",
    },
    "p:c:{key}": { v: packedPasskey, "~u": "p:u:{ada}", "~n": "<1>", "~t": "<now>" },
    "p:e:{ada%40example.com}": { u: "p:u:{ada}", n: "<1>", t: "<now>" },
    "p:k:{slot}": { v: 'key=slot|value={"code":[1]}|count=2|expires=4102444800000|~n=<2>' },
    "p:s:{token}": {
      v: "sessionToken=token|userId=ada|expires=4102444800000",
      "~u": "p:u:{ada}",
      "~n": "<1>",
      "~t": "<now>",
    },
    "p:t:{ada%40example.com}": {
      "t:link": "identifier=ada@example.com|token=link|expires=4102444800000|~n=<3>",
    },
    "p:u:{ada}": {
      v: "id=ada|name=Ada|email=ada@example.com|emailVerified=4102444800000",
      "~g": "<1>",
      "~c": "<1>",
      "~e": "p:e:{ada%40example.com}",
      "~o:<1>:p:a:{git%3Ahub:1}": "<1>",
      "~o:<1>:p:c:{key}": "<1>",
      "~o:<1>:p:s:{token}": "<1>",
    },
    "p:x:k:{14}": { "slot|<2>": "4102444800000" },
    "p:x:s:{9}": { "token|<1>|ada": "4102444800000" },
    "p:x:t:{15}": { "ada@example.com|link|<3>": "4102444800000" },
    "p:z:a:key:{2}": { "git:hub|1|<1>": "0" },
    "p:z:c:key:{15}": { "key|<1>": "0" },
    "p:z:k:key:{14}": { "slot|<2>": "0" },
    "p:z:s:key:{9}": { "token|<1>": "0" },
    "p:z:t:key:{15}": { "ada@example.com|link|<3>": "0" },
    "p:z:u:email:{11}": { "ada@example.com|<1>": "0" },
    "p:z:u:key:{14}": { "ada|<1>": "0" },
  })
})

/** Inserts a user with a session and a link, and removes the user. */
async function insertAndRemove(store: Store): Promise<void> {
  await store.insert([
    ["user", ada],
    ["session", session],
  ])
  await store.insert([["verificationToken", link]])
  await store.removeUser("ada")
}

test("a removal by the atomic engine leaves an intent if its clean-up fails", async () => {
  const { store, stored } = openStore(engines.atomic, { failing: "clean" })
  await insertAndRemove(store)
  expect(await stored()).toEqual({
    "p:i:{0}": {
      "p:u:{ada}|p:t:{ada%40example.com}|p:t:{ada%40example.com}:removed:<1>": "<now>",
    },
    "p:s:{token}": {
      v: "sessionToken=token|userId=ada|expires=4102444800000",
      "~u": "p:u:{ada}",
      "~n": "<2>",
    },
    "p:u:{ada}": { "~o:<2>:p:s:{token}": "<3>" },
    "p:x:s:{0}": { "p:s:{token}|<2>|p:u:{ada}": "4102444800000" },
    "p:z:s:key:{0}": { token: "0" },
  })
})

test("a removal by the spread engine leaves a notice and a due clean-up if its clean-up fails", async () => {
  const { store, stored } = openStore(engines.spread, { failing: "resolve" })
  await insertAndRemove(store)
  expect(await stored()).toEqual({
    "p:i:{14}": { '{"id":"ada","isRemoval":true,"nonce":"<1>"}': "<now>" },
    "p:t:{ada%40example.com}": {
      "t:link": "identifier=ada@example.com|token=link|expires=4102444800000|~n=<2>",
      "~r": "<3> <3> <4> p:u:{ada}",
    },
    "p:u:{ada}": { "~d:<3>": "<3> ada@example.com", "~f": ";<3>=<4>@<now>" },
    "p:x:t:{15}": { "ada@example.com|link|<2>": "4102444800000" },
    "p:z:t:key:{15}": { "ada@example.com|link|<2>": "0" },
    "p:z:u:key:{14}": { "ada|<3>": "0" },
  })
})

test("a user's key remembers the nonce of a commit that was killed", async () => {
  const { store, stored } = openStore(engines.spread, { failing: "commit", code: "indeterminate" })
  await store.insert([["user", ada]])
  expect((await stored())["p:u:{ada}"]).toEqual({
    v: "id=ada|name=Ada|email=ada@example.com|emailVerified=4102444800000",
    "~g": "<1>",
    "~c": "<1>",
    "~e": "p:e:{ada%40example.com}",
    "~x": ";<2>=@<now>",
  })
})

test("an insert by the spread engine stores the places that it is about to take as an intent", async () => {
  const { store, stored } = openStore(engines.spread, { at: 1 })
  // Never settles, because the process "ended".
  void store.insert([
    ["user", ada],
    ["account", account],
  ])
  expect(await stored()).toEqual({
    "p:i:{14}": {
      '{"id":"ada","emails":[["ada@example.com","<1>"]],"rows":[["p:a:{git%3Ahub:1}","<1>"]],"generation":"<1>"}':
        "<now>",
    },
  })
})
