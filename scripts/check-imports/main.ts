import { root } from "../ensure-install.mjs"
import { checkImports } from "./check-imports.ts"

const violations = checkImports(root)
for (const { message } of violations) console.error(message)
console.log(
  violations.length === 0 ? "All imports follow the rules." : `${violations.length} imports break the rules.`,
)
process.exitCode = violations.length === 0 ? 0 : 1
