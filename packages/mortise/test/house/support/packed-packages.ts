import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { run } from "./run.ts"

/** A tarball: its path, its size in bytes, and the files in it. */
export type Tarball = {
  readonly path: string
  readonly size: number
  readonly files: readonly string[]
}

/** The tarballs of both packages, and a project with them, outside the repository. */
export type PackedPackages = {
  readonly library: Tarball
  readonly suite: Tarball
  readonly project: string
  remove(): void
}

/** Packs the built packages and installs the tarballs as a user would, without the network. */
export function packAndInstall(): PackedPackages {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mortise-packed-")))
  // The entries for Better Auth import it, so it is found above the projects.
  mkdirSync(join(folder, "node_modules"))
  symlinkSync(join(root, "node_modules/better-auth"), join(folder, "node_modules/better-auth"), "dir")
  const names = ["mortise", "@mortise/conformance"]
  const packed = npm(
    ["pack", "--json", "--pack-destination", folder, ...names.map((name) => `--workspace=${name}`)],
    root,
  )
  const listed: { name: string; filename: string; size: number; files: { path: string }[] }[] =
    JSON.parse(packed)
  const [library, suite] = names.map((name): Tarball => {
    const found = listed.find((one) => one.name === name)
    if (!found) throw new Error(`npm packed no ${name}.`)
    return {
      path: join(folder, found.filename),
      size: found.size,
      files: found.files.map(({ path }) => path).sort(),
    }
  }) as [Tarball, Tarball]
  return {
    library,
    suite,
    project: install(join(folder, "project"), library, suite),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function install(project: string, ...tarballs: readonly Tarball[]): string {
  mkdirSync(project)
  const manifest = { name: "consumer", private: true, type: "module" }
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest))
  npm(
    ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs.map(({ path }) => path)],
    project,
  )
  return project
}

// `npm test` sets variables for this repository; the project must not inherit them.
const npm = (args: readonly string[], cwd: string): string =>
  run(process.platform === "win32" ? "npm.cmd" : "npm", args, cwd, {
    npm_config_local_prefix: undefined,
    npm_config_prefix: undefined,
  })
