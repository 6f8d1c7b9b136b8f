import { runBetterAuth } from "@mortise/conformance/better-auth"
import { expect, test } from "vitest"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { openD1, openDurableObject } from "../../edge/emulated-places.ts"
import { clients } from "./clients.ts"
import { listDatabaseCases, problemsOf } from "./problems.ts"
import { type Opened, setupOn } from "./setup-on.ts"

const topics = /^(writes|values|joins|transactions)\//

async function conforms(open: () => Opened, chosen = /./): Promise<void> {
  const only = listDatabaseCases(open()).filter((id) => chosen.test(id))
  const report = await runBetterAuth({ factory: () => setupOn(open()), only, ...suiteOptions, onLine: false })
  expect(problemsOf(report)).toEqual([])
}

test("mortiseDatabase conforms on SQLite", () => conforms(() => clients.libsql(":memory:")))

// The wide tests run the others, in workerd.
test.each<[name: string, open: () => Opened]>([
  ["D1", () => ({ client: openD1().DB, options: { transaction: false } })],
  ["a Durable Object", () => ({ client: openDurableObject().ctx.storage })],
])("mortiseDatabase passes the cases of rows on %s, on SQLite in this process", (_, open) =>
  conforms(open, topics),
)
