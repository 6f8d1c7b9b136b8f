import type { Factory } from "@mortise/conformance"
import { runConformance } from "@mortise/conformance"
import { describe, expect, test } from "vitest"
import type { SuiteOptions } from "../../../../../workshop/src/tests/tier.ts"
import type { Schema } from "../../../../src/contract/schema.ts"
import type { Engine } from "../../../support/engines.ts"
import { newDatabase } from "../../../support/engines.ts"
import { openForTests } from "../../../support/open-for-tests.ts"

const MINUTE = 60_000

/** Runs the whole suite on the adapters of a factory and shows each failed case with its reason. */
export async function conform(
  factory: Factory,
  options: SuiteOptions,
  skip: Readonly<Record<string, string>> = {},
): Promise<void> {
  const report = await runConformance({ ...options, seed: options.seed, factory, skip, onLine: false })
  const troubled = report.results.filter(({ status }) => status === "failed" || status === "warned")
  const problems = troubled.map(({ id, error }) => `${id}: ${error?.message}`)
  expect(problems, `with seed ${options.seed}`).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}

/** The suite on an engine, with each of the schemas. */
export function describeConformance(
  engine: Engine,
  options: SuiteOptions,
  schemas: Readonly<Record<string, Schema | undefined>> = { "the default schema": undefined },
): void {
  describe(`conformance of ${engine.name}`, () => {
    const server = openForTests(engine.serve)

    test.each(Object.entries(schemas))(
      "with %s",
      async (_, schema) => {
        await conform(async () => {
          const url = await newDatabase(engine, server, schema)
          const { adapter, close } = engine.connect(url)
          return {
            adapter: adapter({ onWarning: () => {}, ...(schema && { schema }) }),
            close: () => close().catch(() => {}),
            // These cases look up ids that a sequence cannot generate, so no statement is sent.
            ...(!schema && { outage: close }),
          }
        }, options)
      },
      // Ends a hang; full effort on a slow engine takes long.
      30 * MINUTE,
    )
  })
}
