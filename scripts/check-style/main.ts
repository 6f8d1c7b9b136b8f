import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { hardeningClauses } from "../../packages/conformance/src/suites/authjs/clauses/hardening-clauses.ts"
import { root } from "../ensure-install.mjs"
import { drivers } from "../source/drivers.ts"
import { sourceFiles } from "../source/source-files.ts"
import { checkClasses } from "./check-classes.ts"
import { checkDrivers } from "./check-drivers.ts"
import { checkNames } from "./check-names.ts"
import { checkRequirements } from "./check-requirements.ts"
import { checkSeeds } from "./check-seeds.ts"

// Rules that biome lacks. The maximum sizes of files and functions are in biome.json.
const read = (folders: readonly string[], endings: readonly string[]) =>
  folders
    .flatMap((folder) => endings.flatMap((ending) => sourceFiles(join(root, folder), ending)))
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, "utf8") }))

const sources = read(
  ["packages", "examples", "mutate", "playground", "scripts", "bench", "peers", "runtimes", "site"],
  [".ts", ".tsx"],
)
const scripts = read(["playground", "scripts", "site"], [".mjs"])
const isNamed = ({ file }: { readonly file: string }): boolean =>
  /^(packages\/\w+\/src|mutate|playground|scripts|site)\//.test(file) && !file.endsWith(".d.ts")
const documents = read(["docs", "contract"], [".md"])
const list = readFileSync(join(root, "contract/requirements.md"), "utf8")
const tree = {
  paths: [...sources, ...documents].map(({ file }) => file),
  read: (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""),
}
const complaints = [
  ...sources.flatMap(({ file, text }) => checkClasses(file, text)),
  ...sources.flatMap(({ file, text }) => checkSeeds(file, text)),
  ...checkNames([...sources, ...scripts].filter(isNamed)),
  ...checkDrivers(drivers, tree),
  ...checkRequirements(list, [...sources, ...documents], hardeningClauses.clauses),
]
for (const complaint of complaints) console.error(complaint)
console.log(`${sources.length + documents.length} files, ${complaints.length} complaints.`)
process.exitCode = complaints.length === 0 ? 0 : 1
