import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { programDefinition } from "../../packages/mortise/src/cli/program-definition.ts"
import { root } from "../ensure-install.mjs"
import { commandPage, toFileName } from "./command-page.ts"

const folder = join(root, "docs/cli")
const pages = programDefinition.commands.map(
  (command) => [toFileName(command.name), commandPage(command)] as const,
)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const [file, text] of pages) writeFileSync(join(folder, file), text)
