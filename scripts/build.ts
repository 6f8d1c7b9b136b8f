import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./ensure-install.mjs"

// A file that was deleted from src must not live on in the tarball.
rmSync(join(root, "dist"), { recursive: true, force: true })
const tsc = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
  { cwd: root, stdio: "inherit" },
)
process.exitCode = tsc.status ?? 1
