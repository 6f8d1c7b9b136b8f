import { describe, expect, test } from "vitest"
import {
  namesIn,
  readTableText,
  unquoteName,
} from "../../../../src/sql/engines/sqlite/introspection/table-text.ts"

const kinds = (clauses: readonly { readonly kind: string }[]) => clauses.map(({ kind }) => kind)

describe("the text of a SQLite table", () => {
  test("is split into columns, constraints and options", () => {
    const { columns, constraints, options } = readTableText(
      `CREATE TABLE "my (table)" (
        id TEXT NOT NULL PRIMARY KEY, -- a comment, with a comma
        "e-mail" VARCHAR(20) COLLATE NOCASE DEFAULT ('a, b') UNIQUE, /* another, */
        [owner] REFERENCES users(id) ON DELETE SET NULL NOT DEFERRABLE,
        CONSTRAINT one UNIQUE (id, "e-mail"),
        FOREIGN KEY (owner) REFERENCES users (id),
        CHECK (id <> 'x')
      ) STRICT, WITHOUT ROWID`,
    )
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ["id", "TEXT"],
      ["e-mail", "VARCHAR(20)"],
      ["owner", ""],
    ])
    expect(columns.map(({ clauses }) => clauses.map(({ text }) => text))).toEqual([
      ["NOT NULL", "PRIMARY KEY"],
      ["COLLATE NOCASE", "DEFAULT ('a, b')", "UNIQUE"],
      ["REFERENCES users(id) ON DELETE SET NULL NOT DEFERRABLE"],
    ])
    expect(kinds(constraints)).toEqual(["UNIQUE", "FOREIGN", "CHECK"])
    expect(constraints[0]?.text).toBe('CONSTRAINT one UNIQUE (id, "e-mail")')
    expect(options).toBe("STRICT, WITHOUT ROWID")
  })

  test.each([
    ["a TEXT DEFAULT NULL", ["DEFAULT"]],
    ["a TEXT NULL DEFAULT 1", ["NULL", "DEFAULT"]],
    ["a TEXT CONSTRAINT named NOT NULL UNIQUE", ["NOT", "UNIQUE"]],
    ["a TEXT constraint named check (a > 0) not null", ["CHECK", "NOT"]],
    ["a INT GENERATED ALWAYS AS (b + 1) NOT NULL", ["GENERATED", "NOT"]],
    ["a INT AS (b)", ["AS"]],
    ["a REFERENCES t(b) ON DELETE SET DEFAULT", ["REFERENCES"]],
    ["a REFERENCES t(b) NOT  DEFERRABLE INITIALLY DEFERRED", ["REFERENCES"]],
    ["a TEXT CHECK (a NOT NULL AND (a IS NOT NULL)) UNIQUE", ["CHECK", "UNIQUE"]],
    ["a", []],
  ])("%s has the constraints %j", (column, expected) => {
    const [read] = readTableText(`CREATE TABLE t (${column}, b)`).columns
    expect(read?.name).toBe("a")
    expect(kinds(read?.clauses ?? [])).toEqual(expected)
  })

  test("names are read from parentheses, without quotes", () => {
    const clause = { kind: "UNIQUE", text: 'UNIQUE (a, "b ""c""", [d e], `f``g`, (lower(h)))' }
    expect(namesIn(clause)).toEqual(["a", 'b "c"', "d e", "f`g", "(lower(h))"])
  })

  test.each([
    ["plain", "plain"],
    ['"a""b"', 'a"b'],
    ["`a``b`", "a`b"],
    ["'a''b'", "a'b"],
    ["[a b]", "a b"],
    ["", ""],
  ])("%s without quotes is %s", (name, bare) => {
    expect(unquoteName(name)).toBe(bare)
  })
})
