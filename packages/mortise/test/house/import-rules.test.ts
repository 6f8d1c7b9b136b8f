import { describe, expect, test } from "vitest"
import { checkImports } from "../../../../scripts/check-imports/check-imports.ts"
import { moduleAllowances } from "../../../../scripts/check-imports/rules.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "../support/temporary-tree.ts"
import { complaints, smallProject } from "./support/small-project.ts"

describe("import rules", () => {
  test("are followed by the packages", () => {
    expect(checkImports(root)).toEqual([])
  })

  test("are followed by the small project", () => {
    expect(checkImports(temporaryTree(smallProject))).toEqual([])
  })

  test.each([
    [
      "the root entry importing a store",
      "mortise/src/index.ts",
      "./stores/memory/memory-adapter.ts",
      "give a store its own subpath",
    ],
    [
      "contract importing operations",
      "mortise/src/contract/models.ts",
      "../operations/users.ts",
      "The contract imports shared only",
    ],
    [
      "operations importing a store",
      "mortise/src/operations/users.ts",
      "../stores/memory/memory-adapter.ts",
      "the verbs of operations/store.ts",
    ],
    [
      "the port importing a store, even a type of it",
      "mortise/src/operations/store.ts",
      "../stores/memory/memory-adapter.ts",
      "the verbs of operations/store.ts",
    ],
    [
      "contract importing the presets",
      "mortise/src/contract/models.ts",
      "../schema/presets.ts",
      "The contract imports shared only",
    ],
    [
      "shared importing contract",
      "mortise/src/shared/awaitable.ts",
      "../contract/models.ts",
      "shared imports nothing",
    ],
    [
      "memory importing sql",
      "mortise/src/stores/memory/memory-adapter.ts",
      "../sql/compile/statement.ts",
      "its own folder",
    ],
    [
      "sql importing its drivers",
      "mortise/src/stores/sql/compile/statement.ts",
      "../drivers/pg/pg-adapter.ts",
      "names a driver",
    ],
    [
      "sql importing an engine",
      "mortise/src/stores/sql/compile/statement.ts",
      "../engines/mysql/dialect.ts",
      "only its drivers",
    ],
    [
      "a driver importing another",
      "mortise/src/stores/sql/drivers/pg/pg-adapter.ts",
      "../postgres/postgres-adapter.ts",
      "Drivers never import each other",
    ],
    [
      "a driver importing a part of another",
      "mortise/src/stores/sql/drivers/postgres/postgres-adapter.ts",
      "../pg/pg-client.ts",
      "Drivers never import each other",
    ],
    [
      "a driver importing an ORM",
      "mortise/src/stores/sql/drivers/pg/pg-adapter.ts",
      "../../orms/drizzle/drizzle-adapter.ts",
      "Drivers never import each other, an ORM",
    ],
    [
      "an ORM importing a factory",
      "mortise/src/stores/sql/orms/drizzle/drizzle-adapter.ts",
      "../../drivers/pg/pg-adapter.ts",
      "no factory",
    ],
    [
      "an engine importing a driver",
      "mortise/src/stores/sql/engines/postgres/dialect.ts",
      "../../drivers/pg/pg-client.ts",
      "Engines never import a driver",
    ],
    [
      "an engine importing migrations",
      "mortise/src/stores/sql/engines/postgres/dialect.ts",
      "../../migrate/plan.ts",
      "Engines never import a driver, an ORM, migrations",
    ],
    [
      "sql importing migrations",
      "mortise/src/stores/sql/compile/statement.ts",
      "../migrate/plan.ts",
      "migrations import the store",
    ],
    [
      "migrations importing an engine",
      "mortise/src/stores/sql/migrate/plan.ts",
      "../engines/postgres/dialect.ts",
      "through the adapter",
    ],
    [
      "an engine importing another",
      "mortise/src/stores/sql/engines/postgres/dialect.ts",
      "../mysql/dialect.ts",
      "another engine",
    ],
    [
      "http importing operations",
      "mortise/src/http/client.ts",
      "../operations/users.ts",
      "http imports contract",
    ],
    [
      "auth importing the port",
      "mortise/src/auth/sessions.ts",
      "../operations/store.ts",
      "auth imports contract",
    ],
    [
      "the studio importing a store",
      "mortise/src/cli/studio/access.ts",
      "../../stores/memory/memory-adapter.ts",
      "OpenStore",
    ],
    [
      "the command line importing eagerly",
      "mortise/src/cli/main.ts",
      "../stores/sql/drivers/pg/pg-adapter.ts",
      "await import(…)",
    ],
    ["a file that does not exist", "mortise/src/contract/models.ts", "./fields.ts", "no such file"],
    ["a file outside src", "mortise/src/contract/models.ts", "../../package.json", "no such file"],
    [
      "a client library in a driver",
      "mortise/src/stores/sql/drivers/pg/pg-adapter.ts",
      "pg",
      "take the client as an argument",
    ],
    [
      "a built-in module in a driver",
      "mortise/src/stores/sql/drivers/pg/pg-adapter.ts",
      "node:crypto",
      "take the client as an argument",
    ],
    ["a peer of auth outside auth", "mortise/src/http/client.ts", "jose", "take the client as an argument"],
    [
      "another package in auth",
      "mortise/src/auth/sessions.ts",
      "@simplewebauthn/browser",
      "take the client as an argument",
    ],
  ])("refuse %s", (_, file, specifier, advice) => {
    const found = complaints(file, `import "${specifier}"`)
    expect(found[0]).toContain(`packages/${file}:`)
    expect(found[0]).toContain(`imports "${specifier}"`)
    expect(found[0]).toContain(advice)
  })

  test.each([
    ["export * from", `export * from "pg"`],
    ["export { } from", `export { Pool } from "pg"`],
    ["import()", `export const load = () => import("pg")`],
    ["import type", `import type { Pool } from "pg"\nexport type P = Pool`],
    ["an import type in an annotation", `export type P = import("pg").Pool`],
    [
      "a default import over several lines",
      `import pg, {\n  Pool,\n} from "pg"\nexport const p = [pg, Pool]`,
    ],
  ])("find %s", (_, line) => {
    expect(complaints("mortise/src/contract/models.ts", line)).toEqual([
      expect.stringContaining(`imports "pg"`),
    ])
  })

  test("ignore an import in a comment or a string", () => {
    expect(
      complaints(
        "mortise/src/contract/models.ts",
        `// import "pg"\n/* import "pg" */\nexport const s = 'import "pg"'`,
      ),
    ).toEqual([])
  })

  test("refuse an import() of a computed name", () => {
    expect(
      complaints("mortise/src/http/client.ts", `export const load = (name: string) => import(name)`),
    ).toEqual([
      expect.stringMatching(
        /^packages\/mortise\/src\/http\/client\.ts:2 imports a computed name: .*write the name out/,
      ),
    ])
  })

  test("refuse a folder that no rule covers", () => {
    expect(complaints("mortise/src/helpers/misc.ts", "")).toEqual([
      expect.stringContaining("No rule covers this file"),
    ])
  })
})

describe("cycles", () => {
  test("are refused between two files, and reported once", () => {
    const found = complaints("mortise/src/shared/awaitable.ts", `import "./printable.ts"`, {
      "mortise/src/shared/printable.ts": `import "./awaitable.ts"`,
    })
    expect(found).toEqual([
      expect.stringContaining(
        "cycle: mortise/src/shared/awaitable.ts → mortise/src/shared/printable.ts → mortise/src/shared/awaitable.ts. Move what both need",
      ),
    ])
  })

  test("are refused if they consist of type imports only", () => {
    const found = complaints(
      "mortise/src/operations/store.ts",
      `import type { users } from "./users.ts"\nexport type Users = typeof users`,
    )
    expect(found).toEqual([
      expect.stringContaining("mortise/src/operations/store.ts → mortise/src/operations/users.ts"),
    ])
  })
})

describe("the imports of a subpath", () => {
  test("must not reach another store; the message lists the imports that lead to it", () => {
    const found = complaints("mortise/src/contract/models.ts", `import "../stores/sql/compile/statement.ts"`)
    expect(found).toContainEqual(
      expect.stringContaining(
        `"mortise/memory" reaches the store sql through mortise/src/stores/memory/memory-adapter.ts → mortise/src/operations/users.ts → mortise/src/contract/models.ts → mortise/src/stores/sql/compile/statement.ts`,
      ),
    )
  })

  test("must not reach another driver; the message lists the imports that lead to it", () => {
    const found = complaints(
      "mortise/src/stores/sql/compile/statement.ts",
      `import "../drivers/postgres/postgres-adapter.ts"`,
    )
    expect(found).toContainEqual(expect.stringContaining(`"mortise/pg" reaches the driver postgres through`))
  })

  test("must start at a file that exists", () => {
    const { "packages/mortise/src/stores/memory/memory-adapter.ts": _, ...rest } = smallProject
    expect(checkImports(temporaryTree(rest)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`package.json exports it as "mortise/memory"`),
    ])
  })
})

test("every exception gives a reason in a sentence", () => {
  for (const { reason } of moduleAllowances) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
})
