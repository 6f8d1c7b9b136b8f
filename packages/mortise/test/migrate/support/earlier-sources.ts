import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../../../../../", import.meta.url))

/** The sources of an earlier commit in a temporary folder, and a function that removes it. */
export function earlierSources(commit: string, path: string) {
  const folder = mkdtempSync(join(tmpdir(), "mortise-earlier-"))
  const archive = join(folder, "sources.tar")
  try {
    execFileSync("git", ["archive", "--output", archive, commit, path], { cwd: repository, stdio: "pipe" })
  } catch {
    rmSync(folder, { recursive: true })
    throw new Error(
      `This test runs the sources of commit ${commit}, which this clone lacks. Fetch the whole history: git fetch --unshallow`,
    )
  }
  execFileSync("tar", ["-xf", archive, "-C", folder])
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"))
  return { sources: join(folder, path), remove: () => rmSync(folder, { recursive: true }) }
}
