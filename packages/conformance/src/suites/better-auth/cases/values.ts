import { type BetterAuthContext, listCases } from "../case.ts"
import { byId, newRecord, newUser, readRow, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

const about = { clause: "BA-values" } as const

/** Stores a value by create, update and updateMany, and compares every result. */
async function checkKept(t: BetterAuthContext, field: string, value: unknown): Promise<void> {
  const check = (actual: unknown, what: string) =>
    t.equal((actual as Record<string, unknown> | null)?.[field], value, `${field} of ${what}`)
  const created = await newRecord(t, { [field]: value })
  check(created, "create")
  check(await readRow(t, rowModel, created), "findOne")
  check((await t.db.findMany({ model: rowModel, where: byId(created) }))[0], "findMany")
  const empty = await newRecord(t)
  check(await t.db.update({ model: rowModel, where: byId(empty), update: { [field]: value } }), "update")
  check(await readRow(t, rowModel, empty), "findOne after update")
  const otherRecord = await newRecord(t)
  await t.db.updateMany({ model: rowModel, where: byId(otherRecord), update: { [field]: value } })
  check(await readRow(t, rowModel, otherRecord), "findOne after updateMany")
}

/** Stores each value, some at a time. */
async function checkEach(t: BetterAuthContext, field: string, values: readonly unknown[]): Promise<void> {
  for (let start = 0; start < values.length; start += 6)
    await Promise.all(values.slice(start, start + 6).map((value) => checkKept(t, field, value)))
}

/** Stores a text, or gets an error. Nothing else may be stored. */
async function checkKeptOrRefused(t: BetterAuthContext, name: string): Promise<void> {
  const outcome = await t.attempt(() => newUser(t, { name }))
  if (outcome.status === "rejected") return
  t.row(outcome.value, { name }, "create")
  t.row(await readRow(t, "user", outcome.value), { name }, "findOne")
}

const texts = [
  ...["", " ", " leading", "trailing ", "a\nb\r\nc\td"],
  ...["null", "undefined", "true", "0", "007", "1e3", "NaN", "2024-05-06T07:08:09.123Z", "2024-05-06"],
  ...['{"a":1}', "[1,2]", '"quoted"', "it's", "`x`", "a\\b\\\\c", "\\"],
  ...["'; DROP TABLE user; --", "' OR '1'='1", "$1 ?1 :name @name", "%_*?", "<b>&amp;</b>", "a,b;c{d}"],
  ...["é", "e\u0301", "ß ẞ İ ı", "日本語", "😀👩‍👩‍👧", "\u202eabc", "ｆｕｌｌ", "\u200b", "\u{10FFFF}"],
]

export const values = listCases(about, [
  {
    id: "values/text",
    title:
      "Text is returned exactly: spaces, quotes, backslashes, every letter, and text that looks like something else",
    harm: "A name, an address or a token is not the one that was stored.",
    run: (t) => checkEach(t, "note", texts),
  },
  {
    id: "values/long-text",
    title: "Long text is returned completely, or refused",
    harm: "A token of a provider is cut off, and every request with it fails.",
    async run(t) {
      for (const length of [300, 5_000, 70_000]) {
        const accessToken = `${"a😀é".repeat(length / 4)}end`
        const { id } = await newUser(t)
        const outcome = await t.attempt(() =>
          t.db.create({ model: "account", data: t.account(id, { accessToken }) }),
        )
        if (outcome.status === "rejected" && length > 60_000) return
        if (outcome.status === "rejected") throw outcome.reason
        const account = await readRow(t, "account", outcome.value)
        t.row(account, { accessToken }, `a token of ${accessToken.length} characters`)
      }
    },
  },
  {
    id: "values/text-with-nul",
    title: "Text with NUL or half of a surrogate pair is returned exactly, or refused",
    harm: "A text that is cut at such a character equals another one.",
    async run(t) {
      for (const text of ["a\0b", "\0", "ends\0", "a\ud800b", "\udc00"]) await checkKeptOrRefused(t, text)
    },
  },
  {
    id: "values/empty-text",
    title: "An empty text is not null, and null is not an empty text",
    harm: "A user without a picture has an empty one, or an account without a password has an empty password.",
    async run(t) {
      const [empty, none] = [await newRecord(t, { note: "" }), await newRecord(t, { note: null })]
      t.equal((await readRow(t, rowModel, empty))?.["note"], "", "an empty text")
      t.equal((await readRow(t, rowModel, none))?.["note"], null, "null")
      const count = (row: { id: string }, value: string | null) =>
        t.db.count({ model: rowModel, where: [...byId(row), where("note", value)] })
      const ofEmpty = [await count(empty, ""), await count(empty, null)]
      const ofNone = [await count(none, ""), await count(none, null)]
      t.equal([...ofEmpty, ...ofNone], [1, 0, 0, 1], "rows found by an empty text and by null")
    },
  },
  {
    id: "values/booleans",
    title: "Booleans are returned as booleans, and false is not null",
    harm: "An address counts as verified, or a banned user as not banned.",
    async run(t) {
      for (const flag of [true, false, null]) await checkKept(t, "flag", flag)
      for (const emailVerified of [true, false]) {
        const row = await newUser(t, { emailVerified })
        t.equal((await readRow(t, "user", row))?.["emailVerified"], emailVerified, "emailVerified")
        const same = [...byId(row), where("emailVerified", emailVerified)]
        t.equal(await t.db.count({ model: "user", where: same }), 1, "users found by emailVerified")
        const opposite = [...byId(row), where("emailVerified", !emailVerified)]
        t.equal(await t.db.count({ model: "user", where: opposite }), 0, "users found by the other value")
      }
    },
  },
  {
    id: "values/numbers",
    title: "Numbers are returned as numbers: zero, negative numbers and the limits of 32 bits",
    harm: "A counter or a limit is wrong, or a text.",
    run: (t) => checkEach(t, "amount", [0, 1, -1, 42, -2_147_483_648, 2_147_483_647]),
  },
  {
    id: "values/large-numbers",
    title: "Numbers of a field with bigint are exact up to 2^53 - 1",
    harm: "The time of the last request, in milliseconds, is refused or wrong.",
    run: (t) =>
      checkEach(t, "large", [
        0,
        2_147_483_648,
        -2_147_483_649,
        4_294_967_296,
        1_763_424_000_123,
        2 ** 53 - 1,
        -(2 ** 53 - 1),
      ]),
  },
  {
    id: "values/json",
    title: "JSON is returned as it was stored: nested, empty, with every kind of text",
    harm: "The permissions or the metadata of a key are lost.",
    run: (t) =>
      checkEach(t, "payload", [
        {},
        { a: 1, b: "two", c: null, d: [1, "2", { e: false }], nested: { deep: { deeper: [] } } },
        { quote: `"'\\`, unicode: "é😀", empty: "", number: "1", zero: 0, "a.b": 1, "key with space": true },
        [],
        [1, "a", null, { b: 2 }],
        { list: Array.from({ length: 200 }, (_, index) => ({ nth: index })) },
      ]),
  },
  {
    id: "values/lists-of-text",
    title: "Lists of text are returned as lists, with every kind of text",
    harm: "A scope or a redirect address is split or joined with another one.",
    run: (t) =>
      checkEach(t, "tags", [
        [],
        ["one"],
        ["a", "b", "a"],
        ["a,b", "c;d", '"e"', "{f}", "g\\h", ""],
        ["é", "😀", "null"],
        ["1", "true"],
      ]),
  },
  {
    id: "values/lists-of-numbers",
    title: "Lists of numbers are returned as lists of numbers, in their order",
    harm: "A number becomes a text, and a comparison fails.",
    run: (t) => checkEach(t, "levels", [[], [0], [3, 1, 2], [-1, 2_147_483_647]]),
  },
  {
    id: "values/empty-values-differ",
    title: "Null, an empty text, an empty list, zero and false stay different",
    harm: "A limit of zero becomes no limit.",
    async run(t) {
      const empty = { note: "", amount: 0, large: 0, flag: false, tags: [], payload: {} }
      const row = await newRecord(t, empty)
      const storedRow = await readRow(t, rowModel, row)
      for (const [name, value] of Object.entries(empty)) t.equal(storedRow?.[name], value, name)
      const none = Object.fromEntries(Object.keys(empty).map((name) => [name, null]))
      const without = await readRow(t, rowModel, await newRecord(t, none))
      for (const name of Object.keys(empty)) t.equal(without?.[name], null, name)
    },
  },
  {
    id: "values/similar-letters-stay",
    title: "Values are stored as given: no change of case, of spaces or of the form of letters",
    harm: "A token or an account id no longer equals that of the provider.",
    async run(t) {
      const { id } = await newUser(t)
      for (const accountId of ["MiXeD", " padded ", "e\u0301", "é", "ﬀ", "K"].map(
        (text) => `${text}${t.unique()}${text}`,
      )) {
        const row = await t.db.create({ model: "account", data: t.account(id, { accountId }) })
        t.equal((await readRow(t, "account", row))?.["accountId"], accountId, "accountId")
      }
    },
  },
])
