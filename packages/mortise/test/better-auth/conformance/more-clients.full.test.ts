import { beforeAll, expect, test } from "vitest"
import { loadNeon } from "../../../../workshop/src/neon/load-neon.ts"
import { installRuntimes } from "../../../../workshop/src/runtimes/install.ts"
import { runProgram } from "../../../../workshop/src/runtimes/run-program.ts"
import { type MoreClientName, moreClients } from "./more-clients.ts"
import { openPlaces } from "./open-places.ts"

const program = new URL("run-client.ts", import.meta.url)
const places = openPlaces()

beforeAll(async () => {
  await installRuntimes()
  await loadNeon()
}, 300_000)

/** What a client cannot do. Bun connects to MySQL without FOUND_ROWS. */
const lacks: Partial<Record<MoreClientName, readonly RegExp[]>> = {
  "SQL of Bun on MariaDB": [/^counts\/unchanged-rows: /],
}

test.each(Object.keys(moreClients) as MoreClientName[])(
  "mortiseDatabase conforms on %s",
  { timeout: 600_000 },
  async (name) => {
    const { runtime, on } = moreClients[name]
    const outcome = await runProgram(runtime, program, [name, await places[on]()])
    const { passed, problems } = outcome as { passed: number; problems: readonly string[] }
    expect(problems).toEqual((lacks[name] ?? []).map((pattern) => expect.stringMatching(pattern)))
    expect(passed).toBeGreaterThan(190)
  },
)
