import { expect, test } from "vitest"
import { defineSchema } from "../../../src/index.ts"
import { schemaFor } from "../../../src/schema/define-schema.ts"
import { mysqlDialect } from "../../../src/sql/engines/mysql/dialect.ts"
import { compileSchema } from "../../../src/stores/sql/compile/compile-schema.ts"

// A collation of MySQL compares without regard to case, so a key is compared a second time, as bytes.
const { user, session } = compileSchema(
  schemaFor(defineSchema({ preset: "authjs-sequelize" }), "mysql"),
  mysqlDialect,
)

test("a lookup by a folded key binds the key twice", () => {
  const [{ text }, values] = session.find({ sessionToken: "token" })
  expect(text.match(/\?/g)).toHaveLength(2)
  expect(values).toEqual(["token", "token"])
})

test("a lookup by an email without regard to case binds it once", () => {
  const [{ text }, values] = user.find({ email: "ada@example.com" })
  expect(text.match(/\?/g)).toHaveLength(1)
  expect(values).toEqual(["ada@example.com"])
})
