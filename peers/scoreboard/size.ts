import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

/** The bytes of all chunks of a bundle that imports everything of a module, minified, and then compressed one by one. */
export async function bundleSize(specifier: string, folder: URL, external: readonly string[]) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as all from ${JSON.stringify(specifier)}; export { all }`,
      resolveDir: fileURLToPath(folder),
    },
    external: [...external],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    outdir: "unused",
    write: false,
    logLevel: "silent",
  })
  const sum = (size: (bytes: Uint8Array) => number) =>
    outputFiles.reduce((total, { contents }) => total + size(contents), 0)
  return { minified: sum(({ length }) => length), gzipped: sum((bytes) => gzipSync(bytes).length) }
}
