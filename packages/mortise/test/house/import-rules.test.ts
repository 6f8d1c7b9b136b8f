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
      "../../sql/statement.ts",
      "its own folder",
    ],
    ["sql importing a model", "mortise/src/sql/statement.ts", "../contract/models.ts", "knows no model"],
    [
      "sql importing its store",
      "mortise/src/sql/statement.ts",
      "../stores/sql/compile/tables.ts",
      "no store",
    ],
    [
      "sql importing Better Auth",
      "mortise/src/sql/statement.ts",
      "../better-auth/index.ts",
      "knows no model",
    ],
    [
      "sql importing a driver",
      "mortise/src/sql/statement.ts",
      "./drivers/pg/pg-client.ts",
      "only ORMs a driver",
    ],
    [
      "sql importing an engine",
      "mortise/src/sql/statement.ts",
      "./engines/mysql/dialect.ts",
      "only drivers import an engine",
    ],
    [
      "an ORM's connection importing its adapter",
      "mortise/src/sql/orms/drizzle/describe-drizzle.ts",
      "../../../stores/sql/orms/drizzle/drizzle-adapter.ts",
      "belongs to a store",
    ],
    [
      "Better Auth importing the store",
      "mortise/src/better-auth/index.ts",
      "../stores/sql/compile/tables.ts",
      "imports none of them",
    ],
    [
      "the store importing Better Auth",
      "mortise/src/stores/sql/compile/tables.ts",
      "../../../better-auth/index.ts",
      "what is below it",
    ],
    [
      "the store importing a driver",
      "mortise/src/stores/sql/compile/tables.ts",
      "../../../sql/drivers/pg/pg-client.ts",
      "only its factories",
    ],
    [
      "the store importing a factory",
      "mortise/src/stores/sql/compile/tables.ts",
      "../adapters/pg-adapter.ts",
      "names a factory",
    ],
    [
      "a factory importing another",
      "mortise/src/stores/sql/adapters/pg-adapter.ts",
      "./postgres-adapter.ts",
      "no other driver or factory",
    ],
    [
      "a factory importing the driver of another",
      "mortise/src/stores/sql/adapters/postgres-adapter.ts",
      "../../../sql/drivers/pg/pg-client.ts",
      "no other driver or factory",
    ],
    [
      "a driver importing another",
      "mortise/src/sql/drivers/pg/pg-client.ts",
      "../postgres/postgres-client.ts",
      "Drivers never import each other",
    ],
    [
      "a driver importing an ORM",
      "mortise/src/sql/drivers/pg/pg-client.ts",
      "../../orms/drizzle/describe-drizzle.ts",
      "Drivers never import each other, an ORM",
    ],
    [
      "an ORM's adapter importing a factory",
      "mortise/src/stores/sql/orms/drizzle/drizzle-adapter.ts",
      "../../adapters/pg-adapter.ts",
      "no factory",
    ],
    [
      "an engine importing a driver",
      "mortise/src/sql/engines/postgres/dialect.ts",
      "../../drivers/pg/pg-client.ts",
      "Engines never import a driver",
    ],
    [
      "an engine importing migrations",
      "mortise/src/sql/engines/postgres/dialect.ts",
      "../../../stores/sql/migrate/plan.ts",
      "another engine or a store",
    ],
    [
      "the store importing migrations",
      "mortise/src/stores/sql/compile/tables.ts",
      "../migrate/plan.ts",
      "migrations import the store",
    ],
    [
      "migrations importing an engine",
      "mortise/src/stores/sql/migrate/plan.ts",
      "../../../sql/engines/postgres/dialect.ts",
      "through the adapter",
    ],
    [
      "an engine importing another",
      "mortise/src/sql/engines/postgres/dialect.ts",
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
      "../stores/sql/adapters/pg-adapter.ts",
      "await import(…)",
    ],
    ["a file that does not exist", "mortise/src/contract/models.ts", "./fields.ts", "no such file"],
    ["a file outside src", "mortise/src/contract/models.ts", "../../package.json", "no such file"],
    [
      "a client library in a driver",
      "mortise/src/sql/drivers/pg/pg-client.ts",
      "pg",
      "take the client as an argument",
    ],
    [
      "a built-in module in a driver",
      "mortise/src/sql/drivers/pg/pg-client.ts",
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

test("every exception gives a reason in a sentence", () => {
  for (const { reason } of moduleAllowances) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
})
