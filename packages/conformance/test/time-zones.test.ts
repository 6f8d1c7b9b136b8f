import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { root } from "../../../scripts/ensure-install.mjs"

const script = fileURLToPath(new URL("./support/run-in-zone.ts", import.meta.url))

const zones = [
  ["America/New_York", 240, true],
  ["Australia/Lord_Howe", -630, true],
  ["Asia/Kolkata", -330, false],
] as const

describe.each(zones)("in the time zone %s", (zone, offset, changesClocks) => {
  const output = execFileSync(process.execPath, ["--import", "tsx", script], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TZ: zone },
  })
  const answer = JSON.parse(output)

  test("the process uses that time zone", () => {
    expect(answer.offset).toBe(offset)
  })

  test("a correct adapter returns dates unchanged", () => {
    expect(answer.failed.memory).toEqual([])
    expect(answer.failed.foreign).toEqual([])
  })

  test(`an adapter that stores local times ${changesClocks ? "fails" : "passes, because the zone has no daylight saving time"}`, () => {
    expect(answer.failed.local).toEqual(changesClocks ? ["clock-changes/of-users"] : [])
  })
})
