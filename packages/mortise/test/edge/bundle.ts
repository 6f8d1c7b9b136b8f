import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { root } from "../../../../scripts/ensure-install.mjs"

const here = fileURLToPath(new URL(".", import.meta.url))

/** Bundles the text of a module into one module, as wrangler does: modules that are loaded late are part of it. */
export async function bundle(
  text: string,
  minify = false,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const entry = "\0entry"
  const build = await rolldown({
    cwd: here,
    input: entry,
    platform: "neutral",
    tsconfig: join(root, "tsconfig.json"),
    external: /^(node|cloudflare|bun):/,
    resolve: { alias: { ...alias }, conditionNames: ["workerd", "worker", "import", "default"] },
    plugins: [
      {
        name: "entry",
        resolveId: (id, from) => (id === entry ? id : from === entry ? join(here, id) : undefined),
        load: (id) => (id === entry ? text : undefined),
      },
    ],
  })
  const { output } = await build.generate({ codeSplitting: false, minify })
  await build.close()
  return output[0].code
}
