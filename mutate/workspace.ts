import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/**
 * Copies the repository, including uncommitted changes, into a temporary folder, so that no mutant is ever written to
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
    if (file !== "package.json" && file.endsWith("package.json"))
      for (const name of ["node_modules", "dist"]) link(root, copy, join(dirname(file), name))
  linkModules(root, copy, "node_modules")
  mkdirSync(join(copy, ".cache"))
  link(root, copy, ".cache/servers")
  return copy
}

/** Links each installed package. The links of the workspace lead to the packages of the copy. */
function linkModules(root: string, copy: string, folder: string): void {
  mkdirSync(join(copy, folder))
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name)
    if (name === "@mortise") linkModules(root, copy, path)
    else if (lstatSync(join(root, path)).isSymbolicLink())
      symlinkSync(readlinkSync(join(root, path)), join(copy, path))
    else link(root, copy, path)
  }
}

function link(root: string, copy: string, path: string): void {
  if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path))
}
