import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Inside the folder of the tests, so that generated modules resolve the installed ORMs. Git ignores it. */
const folder = fileURLToPath(new URL("../.cache/generated/", import.meta.url))

// The decorators of TypeORM.
const compilerOptions = { experimentalDecorators: true, useDefineForClassFields: false }

/** Writes a generated file, and returns its path. */
export function writeGenerated(name: string, text: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    `${folder}tsconfig.json`,
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  )
  const file = `${folder}${name}`
  writeFileSync(file, text)
  return file
}
