import { execFileSync } from "node:child_process"
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../scripts/ensure-install.mjs"

/** The tarball's files, and an empty project outside the repository that it was installed into. */
export type PackedPackage = { readonly files: readonly string[]; readonly project: string }

/** Builds, packs, and installs the tarball the way a user would, without the network. */
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

/** Runs a program and returns what it prints; when it fails, all it said is in the error. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): string {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, ...env },
    })
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`)
  }
}

// Under `npm test` npm leaves settings of this repository in the environment; the consumer has its own.
const npm = (args: readonly string[], cwd: string): string =>
  run(process.platform === "win32" ? "npm.cmd" : "npm", args, cwd, {
    npm_config_local_prefix: undefined,
    npm_config_prefix: undefined,
  })
