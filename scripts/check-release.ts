import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packages } from "./source/packages.ts"

type Manifest = {
  readonly name: string
  readonly version: string
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What keeps a tag, such as `v1.2.3`, from being released. */
export function releaseProblems(tag: string, read = (file: string) => readFileSync(file, "utf8")): string[] {
  const version = tag.replace(/^v/, "")
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) return [`${tag} is not the tag of a release, such as v1.2.3.`]
  return Object.values(packages).flatMap((folder) => {
    const manifest: Manifest = JSON.parse(read(join(folder, "package.json")))
    const { name } = manifest
    const library = manifest.peerDependencies?.["mortise"] ?? `^${version}`
    const heading = read(join(folder, "CHANGELOG.md")).match(/^## .*$/m)?.[0] ?? ""
    return [
      ...(manifest.version === version ? [] : [`${name} has the version ${manifest.version}.`]),
      ...(library === `^${version}` ? [] : [`${name} needs mortise ${library}, not ^${version}.`]),
      ...(heading.startsWith(`## ${version} - 2`)
        ? []
        : [`The changelog of ${name} begins with "${heading}", not with "## ${version} - " and a date.`]),
    ]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = releaseProblems(process.argv[2] ?? "")
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
