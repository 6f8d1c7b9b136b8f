import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../ensure-install.mjs"
import { clausePage } from "./clause-page.ts"

writeFileSync(join(root, "contract/clauses.md"), clausePage())
