import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)
const schemaPath = fileURLToPath(new URL("schema.prisma", import.meta.url))
const packagePath = dirname(require.resolve("@prisma/client/package.json"))
const clientPath = join(packagePath, "../../.prisma/client")
const lastFileWritten = "query_compiler_fast_bg.wasm-base64.js"

/**
 * Writes the client that `@prisma/client` loads, beside it in node_modules. The generator is called
 * without Prisma's command line, which downloads an engine from outside npm before it does anything.
 */
export function generateClient(): Promise<void> {
  generating ??= generateIfMissing()
  return generating
}

let generating: Promise<void> | undefined

async function generateIfMissing(): Promise<void> {
  const datamodel = readFileSync(schemaPath, "utf8")
  if (isGenerated(datamodel)) return
  const generator: typeof import("@prisma/client-generator-js") = require("@prisma/client-generator-js")
  await generator.generateClient({
    datamodel,
    schemaPath,
    outputDir: packagePath,
    runtimeSourcePath: join(packagePath, "runtime"),
    dmmf: await generator.getDMMF({ datamodel }),
    generator: {
      name: "client",
      provider: { value: "prisma-client-js", fromEnvVar: null },
      output: { value: packagePath, fromEnvVar: null },
      config: {},
      binaryTargets: [],
      previewFeatures: [],
      sourceFilePath: schemaPath,
    },
    datasources: [
      { name: "db", provider: "sqlite", activeProvider: "sqlite", schemas: [], sourceFilePath: schemaPath },
    ],
    binaryPaths: {},
    activeProvider: "sqlite",
    clientVersion: require("@prisma/client/package.json").version,
    engineVersion: require("@prisma/engines-version").enginesVersion,
    compilerBuild: "fast",
  })
}

const isGenerated = (datamodel: string): boolean =>
  existsSync(join(clientPath, lastFileWritten)) &&
  readFileSync(join(clientPath, "schema.prisma"), "utf8") === datamodel
