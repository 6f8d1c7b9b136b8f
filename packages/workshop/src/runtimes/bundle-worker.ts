import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"

/** Bundles a worker of a project into one module, as tools for workers do. Returns the name of the file. */
export async function bundleWorker(folder: string, name: string): Promise<string> {
  // Several workers may start at once: none of them reads a file that another one is writing.
  const unique = `${name}.${crypto.randomUUID()}`
  const [input, bundle] = [`${unique}.entry.js`, `${unique}.bundle.js`]
  writeFileSync(join(folder, input), `export { worker as default } from "./${name}.ts"`)
  const build = await rolldown({
    cwd: folder,
    input,
    platform: "neutral",
    // workerd has no Node modules by default: importing one is an error.
    external: /^node:/,
    resolve: { conditionNames: ["workerd", "worker", "import", "default"] },
  })
  await build.write({ file: join(folder, bundle), codeSplitting: false })
  await build.close()
  return bundle
}
