import { spawnSync } from "node:child_process"
import { root } from "../../../../scripts/ensure-install.mjs"

/** Runs a module in a process of its own, in the folder of the repository. */
export function runProgram(source: string): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", source],
    { cwd: root, encoding: "utf8" },
  )
  return { code: status, stdout, stderr }
}
