import { describe, expect, test } from "vitest"
import { checkImports } from "../../../../scripts/check-imports/check-imports.ts"
import { moduleAllowances } from "../../../../scripts/check-imports/rules.ts"
import { root } from "../../../../scripts/ensure-install.mjs"
import { temporaryTree } from "./support/temporary-tree.ts"

/** A small project that follows every rule. Each test below breaks a rule in one file. */
const good = {
  "src/index.ts": `export * from "./contract/models.ts"\nexport * from "./operations/users.ts"`,
  "src/shared/awaitable.ts": `export type Awaitable<T> = T | Promise<T>`,
  "src/contract/models.ts": `import type { Awaitable } from "../shared/awaitable.ts"\nexport const models: Awaitable<number> = 1`,
  "src/operations/users.ts": `import { models } from "../contract/models.ts"\nimport type { Store } from "./store.ts"\nexport const users = (store: Store) => [models, store]`,
  "src/operations/store.ts": `import type { models } from "../contract/models.ts"\nexport interface Store { readonly models: typeof models }`,
  "src/stores/memory/memory-adapter.ts": `import { users } from "../../operations/users.ts"\nexport const memoryAdapter = users`,
  "src/stores/sql/compile/statement.ts": `export const statement = 1`,
  "src/stores/sql/engines/postgres/dialect.ts": `export * from "../../compile/statement.ts"`,
  "src/stores/sql/engines/mysql/dialect.ts": `export * from "../../compile/statement.ts"`,
  "src/stores/sql/drivers/pg.ts": `export * from "../engines/postgres/dialect.ts"\nexport * from "./pg/decode.ts"`,
  "src/stores/sql/drivers/pg/decode.ts": `export const decode = 1`,
  "src/stores/sql/drivers/postgres.ts": `export * from "../engines/postgres/dialect.ts"`,
  "src/http/client.ts": `export * from "../contract/models.ts"`,
  "src/auth/sessions.ts": `import { SignJWT } from "jose"\nimport { models } from "../contract/models.ts"\nexport const sessions = [SignJWT, models]`,
  "src/conformance/cases.ts": `export * from "../contract/models.ts"`,
  "src/conformance/programs/arbitraries.ts": `export { integer } from "fast-check"`,
  "src/conformance/runners/vitest.ts": `export { test } from "vitest"`,
  "src/layers/cache.ts": `export * from "../contract/models.ts"`,
  "src/cli/main.ts": `import { argv } from "node:process"\nexport const run = async () => [argv, await import("../stores/sql/drivers/pg.ts")]`,
  "src/pages/button.tsx": `import { h } from "preact"\nimport "./button.css"\nexport const Button = () => h("button", null)`,
  "src/pages/button.css": ".button {}",
  "src/cli/studio/access.ts": `import { createHmac } from "node:crypto"\nexport * from "../../contract/models.ts"\nexport { createHmac }`,
  "src/cli/studio/page/main.tsx": `import { render } from "preact"\nexport * from "../../../pages/button.tsx"\nexport { render }`,
  "package.json": JSON.stringify({
    name: "mortise",
    exports: {
      ".": "./dist/index.js",
      "./memory": "./dist/stores/memory/memory-adapter.js",
      "./pg": "./dist/stores/sql/drivers/pg.js",
      "./package.json": "./package.json",
    },
  }),
}

/** Appends a line to a file, or creates the file, and returns the violations. */
function complaints(file: string, line: string, more: Readonly<Record<string, string>> = {}): string[] {
  const before = Object.entries(good).find(([path]) => path === file)?.[1] ?? ""
  const tree = temporaryTree({ ...good, ...more, [file]: `${before}\n${line}` })
  return checkImports(tree).map(({ message }) => message)
}

describe("import rules", () => {
  test("are followed by src", () => {
    expect(checkImports(root)).toEqual([])
  })

  test("are followed by the small project", () => {
    expect(checkImports(temporaryTree(good))).toEqual([])
  })

  test.each([
    [
      "the root entry importing a store",
      "src/index.ts",
      "./stores/memory/memory-adapter.ts",
      "give a store its own subpath",
    ],
    [
      "contract importing operations",
      "src/contract/models.ts",
      "../operations/users.ts",
      "The contract imports shared only",
    ],
    [
      "operations importing a store",
      "src/operations/users.ts",
      "../stores/memory/memory-adapter.ts",
      "the verbs of operations/store.ts",
    ],
    [
      "the port importing a store, even a type of it",
      "src/operations/store.ts",
      "../stores/memory/memory-adapter.ts",
      "the verbs of operations/store.ts",
    ],
    [
      "shared importing contract",
      "src/shared/awaitable.ts",
      "../contract/models.ts",
      "shared imports nothing",
    ],
    [
      "memory importing sql",
      "src/stores/memory/memory-adapter.ts",
      "../sql/compile/statement.ts",
      "its own folder",
    ],
    [
      "sql importing its drivers",
      "src/stores/sql/compile/statement.ts",
      "../drivers/pg.ts",
      "names a driver",
    ],
    [
      "sql importing an engine",
      "src/stores/sql/compile/statement.ts",
      "../engines/mysql/dialect.ts",
      "only its drivers",
    ],
    [
      "a driver importing another",
      "src/stores/sql/drivers/pg.ts",
      "./postgres.ts",
      "Drivers never import each other",
    ],
    [
      "a driver importing a part of another",
      "src/stores/sql/drivers/postgres.ts",
      "./pg/decode.ts",
      "Drivers never import each other",
    ],
    [
      "an engine importing a driver",
      "src/stores/sql/engines/postgres/dialect.ts",
      "../../drivers/pg.ts",
      "Engines never import a driver",
    ],
    [
      "an engine importing another",
      "src/stores/sql/engines/postgres/dialect.ts",
      "../mysql/dialect.ts",
      "another engine",
    ],
    ["http importing operations", "src/http/client.ts", "../operations/users.ts", "http imports contract"],
    ["auth importing the port", "src/auth/sessions.ts", "../operations/store.ts", "auth imports contract"],
    [
      "conformance importing a store",
      "src/conformance/cases.ts",
      "../stores/memory/memory-adapter.ts",
      "conformance imports contract",
    ],
    ["layers importing http", "src/layers/cache.ts", "../http/client.ts", "layers imports contract"],
    ["a page importing the contract", "src/pages/button.tsx", "../contract/models.ts", "knows no domain"],
    [
      "the page of the studio importing its server",
      "src/cli/studio/page/main.tsx",
      "../access.ts",
      "runs in a browser",
    ],
    [
      "a built-in module in the page of the studio",
      "src/cli/studio/page/main.tsx",
      "node:fs",
      "built-in module",
    ],
    [
      "the studio importing a store",
      "src/cli/studio/access.ts",
      "../../stores/memory/memory-adapter.ts",
      "OpenStore",
    ],
    [
      "the command line importing eagerly",
      "src/cli/main.ts",
      "../stores/sql/drivers/pg.ts",
      "await import(…)",
    ],
    ["a file that does not exist", "src/contract/models.ts", "./fields.ts", "no such file"],
    ["a file outside src", "src/contract/models.ts", "../../package.json", "no such file"],
    ["a client library in a driver", "src/stores/sql/drivers/pg.ts", "pg", "take the client as an argument"],
    [
      "a built-in module in a driver",
      "src/stores/sql/drivers/pg.ts",
      "node:crypto",
      "take the client as an argument",
    ],
    ["a peer of auth outside auth", "src/http/client.ts", "jose", "take the client as an argument"],
    [
      "another package in auth",
      "src/auth/sessions.ts",
      "@simplewebauthn/browser",
      "take the client as an argument",
    ],
    [
      "fast-check outside its one file",
      "src/conformance/cases.ts",
      "fast-check",
      "take the client as an argument",
    ],
  ])("refuse %s", (_, file, specifier, advice) => {
    const found = complaints(file, `import "${specifier}"`)
    expect(found[0]).toContain(`${file}:`)
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
    expect(complaints("src/contract/models.ts", line)).toEqual([expect.stringContaining(`imports "pg"`)])
  })

  test("ignore an import in a comment or a string", () => {
    expect(
      complaints(
        "src/contract/models.ts",
        `// import "pg"\n/* import "pg" */\nexport const s = 'import "pg"'`,
      ),
    ).toEqual([])
  })

  test("refuse an import() of a computed name", () => {
    expect(complaints("src/http/client.ts", `export const load = (name: string) => import(name)`)).toEqual([
      expect.stringMatching(/^src\/http\/client\.ts:2 imports a computed name: .*write the name out/),
    ])
  })

  test("refuse a folder that no rule covers", () => {
    expect(complaints("src/helpers/misc.ts", "")).toEqual([
      expect.stringContaining("No rule covers this file"),
    ])
  })
})

describe("cycles", () => {
  test("are refused between two files, and reported once", () => {
    const found = complaints("src/shared/awaitable.ts", `import "./printable.ts"`, {
      "src/shared/printable.ts": `import "./awaitable.ts"`,
    })
    expect(found).toEqual([
      expect.stringContaining(
        "cycle: shared/awaitable.ts → shared/printable.ts → shared/awaitable.ts. Move what both need",
      ),
    ])
  })

  test("are refused if they consist of type imports only", () => {
    const found = complaints(
      "src/operations/store.ts",
      `import type { users } from "./users.ts"\nexport type Users = typeof users`,
    )
    expect(found).toEqual([expect.stringContaining("operations/store.ts → operations/users.ts")])
  })
})

describe("the imports of a subpath", () => {
  test("must not reach another store; the message lists the imports that lead to it", () => {
    const found = complaints("src/contract/models.ts", `import "../stores/sql/compile/statement.ts"`)
    expect(found).toContainEqual(
      expect.stringContaining(
        `"mortise/memory" reaches the store sql through stores/memory/memory-adapter.ts → operations/users.ts → contract/models.ts → stores/sql/compile/statement.ts`,
      ),
    )
  })

  test("must not reach another driver; the message lists the imports that lead to it", () => {
    const found = complaints("src/stores/sql/compile/statement.ts", `import "../drivers/postgres.ts"`)
    expect(found).toContainEqual(expect.stringContaining(`"mortise/pg" reaches the driver postgres through`))
  })

  test("must start at a file that exists", () => {
    const { "src/stores/memory/memory-adapter.ts": _, ...rest } = good
    expect(checkImports(temporaryTree(rest)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`package.json exports it as "mortise/memory"`),
    ])
  })
})

test("every exception gives a reason in a sentence", () => {
  for (const { reason } of moduleAllowances) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
})
