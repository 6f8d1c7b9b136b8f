import { existsSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const require = createRequire(import.meta.url)
const packagePath = dirname(require.resolve("@prisma/client/package.json"))
const clientPath = join(packagePath, "../../.prisma/client")
const lastFileWritten = "query_compiler_fast_bg.wasm-base64.js"
const models = new URL("../../../peers/prisma/schema.prisma", import.meta.url)

/**
 * Writes the client for PostgreSQL that `@prisma/client` loads, beside it in node_modules, of the documented models.
 * The generator is called without Prisma's command line, which downloads an engine from outside npm first.
 */
export async function generateClient(): Promise<void> {
  const datamodel = readFileSync(models, "utf8").replace(`"sqlite"`, `"postgresql"`)
  if (isGenerated(datamodel)) return
  const schemaPath = join(tmpdir(), `mortise-bench-${process.pid}.prisma`)
  await writeFile(schemaPath, datamodel)
  const generator: typeof import("@prisma/client-generator-js") = require("@prisma/client-generator-js")
  const database = { provider: "postgresql", activeProvider: "postgresql" } as const
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
    datasources: [{ name: "db", ...database, schemas: [], sourceFilePath: schemaPath }],
    binaryPaths: {},
    activeProvider: "postgresql",
    clientVersion: require("@prisma/client/package.json").version,
    engineVersion: require("@prisma/engines-version").enginesVersion,
    compilerBuild: "fast",
  })
}

const isGenerated = (datamodel: string): boolean =>
  existsSync(join(clientPath, lastFileWritten)) &&
  readFileSync(join(clientPath, "schema.prisma"), "utf8") === datamodel
