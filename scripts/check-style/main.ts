import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { root } from "../ensure-install.mjs"
import { sourceFiles } from "../source/source-files.ts"
import { checkClasses } from "./check-classes.ts"

// Rules that biome lacks. The maximum sizes of files and functions are in biome.json.
const files = ["packages", "examples", "playground", "scripts", "bench", "peers"].flatMap((folder) =>
  [".ts", ".tsx"].flatMap((ending) => sourceFiles(`${root}/${folder}`, ending)),
)
const complaints = files.flatMap((file) => checkClasses(relative(root, file), readFileSync(file, "utf8")))
for (const complaint of complaints) console.error(complaint)
console.log(`${files.length} files, ${complaints.length} complaints.`)
process.exitCode = complaints.length === 0 ? 0 : 1
