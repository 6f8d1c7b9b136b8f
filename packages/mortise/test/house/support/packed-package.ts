import { mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { run } from "./run.ts"

/** The files of the tarball, and a project outside the repository in which only the tarball is installed. */
export type PackedPackage = { readonly files: readonly string[]; readonly project: string }

/** Builds and packs the package and installs the tarball as a user would, without the network. */
export function packAndInstall(): PackedPackage {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "mortise-consumer-")))
  run(process.execPath, ["--import", "tsx", "scripts/build.ts"], root)
  const packed = npm(["pack", "--json", "--ignore-scripts", "--pack-destination", project], root)
  const [tarball]: [{ filename: string; files: { path: string }[] }] = JSON.parse(packed)
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  )
  npm(["install", "--offline", "--no-audit", "--no-fund", join(project, tarball.filename)], project)
  return { project, files: tarball.files.map(({ path }) => path) }
}

// `npm test` sets variables for this repository; the project must not inherit them.
const npm = (args: readonly string[], cwd: string): string =>
  run(process.platform === "win32" ? "npm.cmd" : "npm", args, cwd, {
    npm_config_local_prefix: undefined,
    npm_config_prefix: undefined,
  })
