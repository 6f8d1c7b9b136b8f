import { beforeAll, describe, expect, test } from "vitest"
import { checksOn } from "../checks/index.ts"
import { type ClientName, clientOf } from "../clients/registry.ts"
import type { Conformance } from "./conformance.ts"
import { type Reports, startPrograms } from "./start-programs.ts"

const MINUTE = 60_000

/** The clients that `npm test` covers: no other runtime has to be installed for them. */
export const mainClients: readonly ClientName[] = ["@libsql/client on a file"]

/** The suite and the checks of each client, in the runtime that it needs. */
export function describeClients(names: readonly ClientName[]): void {
  let reports: Reports
  beforeAll(async () => {
    reports = await startPrograms(
      names.flatMap((name) => [[name, "conformance"] as const, [name, "checks"] as const]),
    )
    await reports.finished()
  }, 15 * MINUTE)

  describe.each(names)("%s", (name) => {
    test("conforms", async () => {
      const report = (await reports.of(name, "conformance")) as Conformance
      expect(report.failures).toEqual([])
      expect(report.misfits).toEqual([])
      expect(report.passed).toBeGreaterThan(100)
    })

    test.each(checksOn(clientOf(name)))("%s", async (check) => {
      expect(await reports.of(name, "checks")).toHaveProperty([check], null)
    })
  })
}
