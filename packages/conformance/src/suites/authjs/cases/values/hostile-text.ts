import type { NewCase } from "../../case.ts"

const hostile = [
  `' OR '1'='1`,
  `" OR ""="`,
  "'; DROP TABLE users; --",
  "\\",
  "%",
  "_",
  "*",
  "?",
  ".*",
  "[a-z]*",
  "{{7*7}}",
]

export const hostileText: readonly NewCase[] = [
  {
    id: "hostile-text/is-kept",
    clause: "SEC-J11",
    also: ["vector 21", "SEC-J7"],
    title: "Names with quotes, backslashes, emoji and letters of all scripts are returned unchanged",
    harm: "Users with such a name cannot sign up, or see a different name.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const names = [
        "Ada O'Hara",
        "陳大文",
        "مها العلي",
        "Zoë \u{1f9d1}\u{1f3fd}\u200d\u{1f4bb}",
        "e\u0301 and \u00e9",
        "a\tb\nc",
        "  spaced  ",
      ]
      for (const name of [...names, ...hostile]) {
        t.row(await t.adapter.updateUser({ id, name }), { name }, "the updated user")
        t.row(await t.adapter.getUser(id), { name }, "getUser")
      }
      for (const name of names) {
        const created = await t.adapter.createUser(t.user({ name, image: name }))
        t.row(created, { name, image: name }, "the created user")
        t.row(await t.adapter.getUser(created.id), { name }, "getUser")
      }
    },
  },
  {
    id: "hostile-text/look-of-a-date",
    clause: "SEC-A6",
    title: "Text that looks like a date, a number or a literal is returned as text",
    harm: "A user with such a name breaks the pages that show it, or cannot sign up.",
    evidence:
      "@auth/unstorage-adapter and @auth/kysely-adapter return the name as a Date; @auth/fauna-adapter throws",
    fix: "Convert a value by the type of its column, never by its content.",
    async run(t) {
      for (const name of [
        "2020-01-01T00:00:00.000Z",
        "2020-01-01",
        "12345",
        "1e3",
        "true",
        "null",
        "{}",
        "[]",
      ]) {
        const { id, email } = await t.adapter.createUser(t.user({ name, image: name }))

        t.row(await t.adapter.getUser(id), { name, image: name }, "getUser")
        t.row(await t.adapter.getUserByEmail(email), { name, image: name }, "getUserByEmail")
      }
    },
  },
]
