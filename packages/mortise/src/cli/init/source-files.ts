import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const otherFolders = new Set(["node_modules", "dist", "build", "out", "coverage", "generated", "migrations"])
const sourceFile = /(?<!\.(test|spec|config|d))\.[cm]?[jt]sx?$/

/** The modules of a project, in the order of their paths. */
export function sourceFiles(folder: string, below = "", left = { files: 5_000 }): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (left.files <= 0 || entry.name.startsWith(".")) return []
    if (entry.isDirectory()) return otherFolders.has(entry.name) ? [] : sourceFiles(folder, path, left)
    if (!entry.isFile() || !sourceFile.test(entry.name)) return []
    left.files -= 1
    return [path]
  })
}

/** The files of one folder whose names match a pattern. */
export const listFiles = (folder: string, path: string, pattern: RegExp): string[] =>
  readdirSync(join(folder, path))
    .filter((name) => pattern.test(name))
    .map((name) => `${path}/${name}`)

/** The text of a file of the project, or an empty one. */
export const readText = (folder: string, file: string): string =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n") : ""

/** The text of tsconfig.json without its comments. Few settings are needed of it, so it is not parsed. */
export const readTsconfig = (folder: string): string =>
  readText(folder, "tsconfig.json").replace(/^\s*\/\/.*$|\/\*[^*"]*\*\/(?!")/gm, "")
