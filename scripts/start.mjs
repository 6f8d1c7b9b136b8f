import { spawnSync } from "node:child_process"
import { ensureInstall, root } from "./ensure-install.mjs"

ensureInstall()
const tour = spawnSync(
  process.execPath,
  ["--import", "tsx", "examples/tour/main.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
)
process.exit(tour.status ?? 1)
