import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { packages } from "../source/packages.ts"
import { apiReport } from "./api-report.ts"

for (const folder of [packages.mortise, packages.conformance])
  writeFileSync(join(folder, "api-report.md"), apiReport(folder))
