import { expect, test } from "vitest"
import { findViolation } from "../../../../workshop/src/checker/find-violation.ts"
import { mutants } from "../../../../workshop/src/checker/protocol-mutants.ts"
import { signInWorkloads } from "../../../../workshop/src/checker/sign-in-workloads.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")
const { spreadSubject } = await import("./checker/spread-subject.ts")

const opened = connectForTests()

test("every schedule of the claim protocol has the results of a serial order", async () => {
  const schedules = isFullRun ? 20_000 : 200
  expect(await findViolation(spreadSubject(opened.connection), signInWorkloads, { seed: 1, schedules })).toBe(
    undefined,
  )
}, 1_800_000)

test("every schedule with sweeps has the results of a serial order", async () => {
  const schedules = isFullRun ? 5_000 : 200
  const subject = spreadSubject(opened.connection, { hasSweeps: true })
  expect(await findViolation(subject, signInWorkloads, { seed: 1, schedules })).toBe(undefined)
}, 1_800_000)

test.each(mutants)(
  "a schedule finds the defect: $name",
  async (mutant) => {
    const subject = spreadSubject(opened.connection, { mutant })
    const found = await findViolation(subject, signInWorkloads, { seed: 1, schedules: 6_000 })
    expect(found).toContain("No order explains")
  },
  300_000,
)
