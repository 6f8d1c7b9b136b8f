import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { remultAdapter } from "@nerdfolio/remult-better-auth"
import { transform } from "esbuild"
import type { ClassType } from "remult"
import { peerOptions, peerPlugins } from "../peer-options.ts"

const folder = fileURLToPath(new URL("../node_modules/.mortise/", import.meta.url))

/** The entities that `npx auth generate` writes. */
export async function remultEntities(): Promise<Record<string, ClassType<unknown>>> {
  // The package cannot write an entity with a JSON field, which the suite's own model has.
  const options = { ...peerOptions, plugins: peerPlugins }
  const { createSchema } = remultAdapter({ authEntities: {} })(options)
  const { code = "" } = (await createSchema?.(options)) ?? {}
  const { code: script } = await transform(code, {
    loader: "ts",
    format: "esm",
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  })
  await mkdir(folder, { recursive: true })
  const file = `${folder}remult-${process.pid}.mjs`
  await writeFile(file, script)
  return import(file)
}
