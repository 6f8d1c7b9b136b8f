import { join } from "node:path"
import { runConformance } from "@mortise/conformance"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Folder, quickFolder } from "../../../../workshop/src/folders.ts"
import { fullSuite } from "../../../../workshop/src/tests/tier.ts"
import { failures } from "./support/conformance.ts"
import { fileVariable } from "./support/shared-file.ts"

const MINUTE = 60_000

let place: Folder
beforeAll(() => {
  place = quickFolder()
  process.env[fileVariable] = join(place.folder, "full.db")
})
afterAll(() => place.remove())

test(
  "libsql conforms at full effort, with four more processes on its file",
  async () => {
    const report = await runConformance({
      module: new URL("support/shared-file.ts", import.meta.url),
      execArgv: ["--import", "tsx"],
      ...fullSuite,
      onLine: false,
    })
    expect(failures(report)).toEqual([])
    const skipped = report.results.filter(({ status }) => status === "skipped")
    expect(skipped.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  },
  5 * MINUTE,
)
