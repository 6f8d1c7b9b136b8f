import { runBetterAuth } from "@mortise/conformance/better-auth"
import type { SuiteOptions } from "../../../../../workshop/src/tests/tier.ts"
import type { DatabaseOptions } from "../../../../src/better-auth/database.ts"
import { listDatabaseCases, problemsOf } from "../../conformance/problems.ts"
import { setupOn } from "../../conformance/setup-on.ts"
import { declareTheirSuite, type Suite } from "../declare-their-suite.ts"
import { openSuiteClient } from "../open-suite-client.ts"
import { type Outcome, runDeclared } from "./vitest.ts"

/** Which suite runs, and how ours runs. */
export type SuiteOrder =
  | { readonly suite: "theirs" }
  | {
      readonly suite: "ours"
      readonly how: SuiteOptions
      /** Default: all. */
      readonly topics?: readonly string[]
    }

type OurOrder = Extract<SuiteOrder, { readonly suite: "ours" }>

// While a transaction is open, the platform holds back timers that were set outside of it, for which these cases wait
// inside. The usual tests run them. The time zone of a worker cannot be changed.
const excluded =
  /^(transactions\/(do-not-mix|uncommitted-rows-are-not-seen|calls-outside-are-kept|many-with-calls-)|dates\/other-time-zones)/

/** Runs a suite in a request, on a client that exists in Workers only. */
export async function handle(
  request: Request,
  theirs: Suite,
  client: object,
  options: DatabaseOptions,
): Promise<Response> {
  const order: SuiteOrder = await request.json()
  return Response.json(
    order.suite === "ours" ? await runOurs(client, options, order) : await runTheirs(theirs, client, options),
  )
}

async function runOurs(
  client: object,
  options: DatabaseOptions,
  { how: { seed, ...how }, topics }: OurOrder,
): Promise<Outcome> {
  const opened = { client, options }
  const only = listDatabaseCases(opened)
    .filter((id) => !excluded.test(id))
    .filter((id) => !topics || topics.includes(id.split("/")[0] ?? ""))
  const factory = () => setupOn(opened)
  const report = await runBetterAuth({ factory, only, seed, onLine: false, ...how })
  return { passed: report.passed, problems: problemsOf(report), skipped: [] }
}

async function runTheirs(suite: Suite, client: object, options: DatabaseOptions): Promise<Outcome> {
  await declareTheirSuite(suite, openSuiteClient({ client, options }))
  return runDeclared()
}
