import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../ensure-install.mjs"
import { commandSections, mark } from "./command-sections.ts"

const file = join(root, "docs/cli.md")
const [introduction = ""] = readFileSync(file, "utf8").split(mark)
writeFileSync(file, introduction + mark + commandSections())
