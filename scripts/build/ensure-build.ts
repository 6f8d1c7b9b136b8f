import { spawnSync } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "../ensure-install.mjs"
import { packages } from "../source/packages.ts"
import { sourceFiles } from "../source/source-files.ts"

const inputs = [join(root, "packages/pages/src"), join(root, "scripts/build")]

/** Builds the packages if a source is newer than dist. Vitest calls it before the tests that use the packages. */
export function setup(): void {
  const built = Math.min(
    ...Object.values(packages).map((folder) => readModifiedTime(join(folder, "dist/index.js"))),
  )
  const folders = [...inputs, ...Object.values(packages).map((folder) => join(folder, "src"))]
  const sources = folders.flatMap((folder) => sourceFiles(folder, ""))
  const manifests = Object.values(packages).map((folder) => join(folder, "package.json"))
  if ([...sources, ...manifests].every((file) => readModifiedTime(file) < built)) return
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  })
  if (status !== 0) throw new Error("The build failed; its output is above.")
}

const readModifiedTime = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0)
