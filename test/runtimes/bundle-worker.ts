import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"

/** Bundles a worker of a project into one module, as tools for workers do. Gives the name of the file. */
export async function bundleWorker(folder: string, name: string): Promise<string> {
  const [input, bundle] = [`${name}.entry.js`, `${name}.bundle.js`]
  writeFileSync(join(folder, input), `export { worker as default } from "./${name}.ts"`)
  const build = await rolldown({
    cwd: folder,
    input,
    platform: "neutral",
    // workerd has none of them unless asked to: to import one while loading is an error there.
    external: /^node:/,
    resolve: { conditionNames: ["workerd", "worker", "import", "default"] },
  })
  await build.write({ file: join(folder, bundle), codeSplitting: false })
  await build.close()
  return bundle
}
