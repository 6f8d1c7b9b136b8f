import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/**
 * Copies the repository, with what is not committed yet, into a temporary folder, so that no mutant is ever written to
 * the repository. Installed packages are linked. The copy is removed when this process ends.
 */
export function createWorkspace(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "mortise-mutants-"))
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }))
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root })
  const files = listed
    .toString()
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)))
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const file of files)
    if (file.endsWith("package.json")) link(root, copy, join(dirname(file), "node_modules"))
  mkdirSync(join(copy, ".cache"))
  link(root, copy, ".cache/servers")
  return copy
}

function link(root: string, copy: string, path: string): void {
  if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path))
}
