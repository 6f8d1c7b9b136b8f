import { spawnSync } from "node:child_process"
import { root } from "./ensure-install.mjs"

/**
 * What `npm test` leaves out: the suite at full effort on every store, races of 2,000 rounds, and everything in two
 * time zones. It takes hours.
 */
const runs = [
  { name: "all checks, in New York", command: ["npm", "test"], zone: "America/New_York" },
  {
    name: "stores and migrations, in Kolkata",
    command: ["npx", "vitest", "run", "test/stores", "test/migrate", "test/http/conformance.test.ts"],
    zone: "Asia/Kolkata",
  },
]

for (const { name, command, zone } of runs) {
  console.log(`\n== ${name}`)
  const [program = "", ...args] = command
  const child = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, TZ: zone, MORTISE_TESTS: "full" },
  })
  if (child.status !== 0) process.exit(child.status ?? 1)
}
