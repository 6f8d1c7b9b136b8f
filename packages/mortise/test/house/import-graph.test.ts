import { describe, expect, test } from "vitest"
import { checkImports } from "../../../../scripts/check-imports/check-imports.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { complaints, smallProject } from "./support/small-project.ts"

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
    const found = complaints("mortise/src/contract/models.ts", `import "../sql/statement.ts"`)
    expect(found).toContainEqual(
      expect.stringContaining(
        `"mortise/memory" reaches the store sql through mortise/src/stores/memory/memory-adapter.ts → mortise/src/operations/users.ts → mortise/src/contract/models.ts → mortise/src/sql/statement.ts`,
      ),
    )
  })

  test("must not reach another driver; the message lists the imports that lead to it", () => {
    const found = complaints("mortise/src/sql/statement.ts", `import "./drivers/postgres/postgres-client.ts"`)
    expect(found).toContainEqual(expect.stringContaining(`"mortise/pg" reaches the driver postgres through`))
  })

  test("must start at a file that exists", () => {
    const { "packages/mortise/src/stores/memory/memory-adapter.ts": _, ...rest } = smallProject
    expect(checkImports(temporaryTree(rest)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`package.json exports it as "mortise/memory"`),
    ])
  })
})
