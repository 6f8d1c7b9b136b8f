import { runBetterAuth } from "@mortise/conformance/better-auth"
import { expect, test } from "vitest"
import { databaseCases } from "../../../../conformance/src/suites/better-auth/cases/index.ts"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { clients, setupOn } from "./clients.ts"
import { problemsOf } from "./problems.ts"

const only = databaseCases.filter(({ processes }) => !processes).map(({ id }) => id)

test("mortiseDatabase conforms on SQLite", async () => {
  const factory = () => setupOn(clients.libsql(":memory:"))
  const report = await runBetterAuth({ factory, only, ...suiteOptions, onLine: false })
  expect(problemsOf(report)).toEqual([])
})
