import type { CaseResult } from "@mortise/conformance"
import {
  type BetterAuthFactory,
  betterAuthCases,
  runBetterAuth,
  suiteOptions,
} from "@mortise/conformance/better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, SqliteDialect } from "kysely"
import Database from "libsql"
import { mortiseDatabase } from "../../packages/mortise/src/better-auth/index.ts"
import { migrate } from "../../packages/mortise/src/better-auth/migrate/index.ts"
import { openLibsql } from "../../packages/workshop/src/official/open-libsql.ts"
import type { BetterAuthExperimentName, Measure, Subject } from "../protocol.ts"
import type { Tally } from "./tally.ts"

/** What the experiment runs on: both on SQLite in memory. */
export const betterAuthSubjects: readonly {
  readonly role: Subject["role"]
  readonly name: string
  readonly title: string
  readonly open: BetterAuthFactory
}[] = [
  { role: "mortise", name: "mortiseDatabase", title: "mortise/better-auth on SQLite", open: openOurs },
  {
    role: "official",
    name: "Better Auth's Kysely adapter",
    title: "Better Auth's Kysely adapter on SQLite",
    open: openKysely,
  },
]

function openOurs() {
  const client = new Database(":memory:")
  const database = mortiseDatabase(client)
  return {
    database,
    migrate: (options: object) => migrate({ options: { ...options, database } }),
    close: () => void client.close(),
  }
}

async function openKysely() {
  const client = openLibsql(":memory:")
  // All instances of Better Auth share it, because only one can hold the connection.
  const db = new Kysely<object>({ dialect: new SqliteDialect({ database: client }) })
  const database = { db, type: "sqlite", transaction: true } as const
  await (await getMigrations({ ...suiteOptions, database })).runMigrations()
  return { database, migrate: () => {}, close: () => void client.close() }
}

/** What one process without waiting can check. */
const musts = betterAuthCases.filter(
  ({ level, processes, outage, waits }) => level === "must" && !processes && !outage && !waits,
)

/** The cases that each experiment runs. */
export const caseIds: Readonly<Record<BetterAuthExperimentName, readonly string[]>> = {
  googleAtOnce: ["oauth/first-sign-in", "unique/accounts-at-once"],
  signUpHook: ["sign-ups/hook-that-reads", "transactions/calls-through-the-adapter-return"],
  betterAuth: musts.map(({ id }) => id),
}
const maxBatchSize = 12

/** Runs cases of the suite for Better Auth against an adapter, some at a time, and counts the rules that do not hold. */
export async function betterAuth(
  factory: BetterAuthFactory,
  tally: Tally,
  ids: readonly string[],
): Promise<void> {
  const batchSize = ids.length > maxBatchSize ? maxBatchSize : 1
  tally.plan(Math.ceil(ids.length / batchSize))
  const results: CaseResult[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const only = ids.slice(from, from + batchSize)
    results.push(...(await runBetterAuth({ factory, only, effort: "quick", seed: 1, onLine: false })).results)
    tally.replace(ids.length > maxBatchSize ? countRules(results) : results.map(showRule))
    tally.roundDone()
  }
}

function countRules(results: readonly CaseResult[]): readonly Measure[] {
  const checked = results.filter(({ status }) => status !== "skipped")
  const broken = checked.filter(({ status }) => status === "failed").map(({ title }) => title)
  return [
    { label: "Rules checked", value: checked.length },
    { label: "Rules broken", value: broken.length, expected: 0, details: broken },
  ]
}

/** A rule with what was seen, if it does not hold. */
function showRule({ title, status, error }: CaseResult): Measure {
  if (status !== "failed") return { label: title, value: 1, expected: 1 }
  const details = error && [`Expected ${error.expected}. Received ${error.received}`]
  return { label: title, value: 0, expected: 1, ...(details && { details }) }
}
