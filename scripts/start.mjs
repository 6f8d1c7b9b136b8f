import { spawn } from "node:child_process"
import { ensureInstall, root } from "./ensure-install.mjs"

ensureInstall()
const playground = spawn(
  process.execPath,
  ["--import", "tsx", "playground/main.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
)
// A terminal sends Ctrl-C to both processes. This one waits until the playground has deleted its data.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => playground.kill())
playground.on("exit", (code) => process.exit(code ?? 1))
