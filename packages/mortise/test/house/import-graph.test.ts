import { describe, expect, test } from "vitest"
import { checkImports } from "../../../../scripts/check-imports/check-imports.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { complaints, smallProject } from "./support/small-project.ts"

describe("a test folder", () => {
  const support = { "mortise/test/support/people.ts": "export const people = []" }

  test.each([
    ["an import", `import { people } from "../../packages/mortise/test/support/people.ts"`],
    ["an import type", `import type { Person } from "../../packages/mortise/test/support/people.ts"`],
    ["an import()", `await import("../../packages/mortise/test/support/people.ts")`],
    ["a URL", `new URL("../../packages/mortise/test/support/people.ts", import.meta.url)`],
  ])("must not be reached from outside by %s", (_, line) => {
    expect(complaints("../bench/src/main.ts", line, support)).toEqual([
      expect.stringMatching(
        /^bench\/src\/main\.ts:2 imports ".*people\.ts": Only tests import from a test folder/,
      ),
    ])
  })

  test("must not be reached from the source of a package", () => {
    const reported = complaints(
      "workshop/src/mail.ts",
      `import "../../mortise/test/support/people.ts"`,
      support,
    )
    expect(reported).toContainEqual(expect.stringContaining("Only tests import from a test folder"))
  })

  test("may be reached from tests", () => {
    expect(
      complaints("pages/test/button.test.ts", `import "../../mortise/test/support/people.ts"`, support),
    ).toEqual([])
  })
})

describe("cycles", () => {
  test("are refused between two files, and reported once", () => {
    const reported = complaints("mortise/src/shared/awaitable.ts", `import "./printable.ts"`, {
      "mortise/src/shared/printable.ts": `import "./awaitable.ts"`,
    })
    expect(reported).toEqual([
      expect.stringContaining(
        "cycle: mortise/src/shared/awaitable.ts → mortise/src/shared/printable.ts → mortise/src/shared/awaitable.ts. Move what both need",
      ),
    ])
  })

  test("are refused if they consist of type imports only", () => {
    const reported = complaints(
      "mortise/src/operations/store.ts",
      `import type { users } from "./users.ts"\nexport type Users = typeof users`,
    )
    expect(reported).toEqual([
      expect.stringContaining("mortise/src/operations/store.ts → mortise/src/operations/users.ts"),
    ])
  })
})

describe("the imports of a subpath", () => {
  test("must not reach another store; the message lists the imports that lead to it", () => {
    const reported = complaints("mortise/src/contract/models.ts", `import "../sql/statement.ts"`)
    expect(reported).toContainEqual(
      expect.stringContaining(
        `"mortise/memory" reaches the store sql through mortise/src/stores/memory/memory-adapter.ts → mortise/src/operations/users.ts → mortise/src/contract/models.ts → mortise/src/sql/statement.ts`,
      ),
    )
  })

  test("must not reach another driver; the message lists the imports that lead to it", () => {
    const reported = complaints(
      "mortise/src/sql/statement.ts",
      `import "./drivers/postgres/postgres-client.ts"`,
    )
    expect(reported).toContainEqual(
      expect.stringContaining(`"mortise/pg" reaches the driver postgres through`),
    )
  })

  test("must start at a file that exists", () => {
    const { "packages/mortise/src/stores/memory/memory-adapter.ts": _, ...rest } = smallProject
    expect(checkImports(temporaryTree(rest)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`package.json exports it as "mortise/memory"`),
    ])
  })
})
