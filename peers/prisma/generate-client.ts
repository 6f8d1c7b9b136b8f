import { existsSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

export type ClientSource = {
  /** The models, as a Prisma schema. */
  readonly datamodel: string
  /** The URL of a module that can import the packages of Prisma. */
  readonly from: string
  /** The folder for the client, inside `.prisma` next to those packages. */
  readonly folder: string
}

/** The part of `@prisma/client-generator-js` that is used here, so that its types do not have to be installed. */
type Generator = {
  generateClient(options: object): Promise<void>
  getDMMF(options: { datamodel: string }): Promise<unknown>
}

const lastFileWritten = "query_compiler_fast_bg.wasm-base64.js"

/**
 * Generates a client if it does not exist yet, and returns its folder. Calls the generator directly, because the command
 * line of Prisma first downloads an engine that is not on npm.
 */
export async function generateClient({ datamodel, from, folder }: ClientSource): Promise<string> {
  const require = createRequire(from)
  const packagePath = dirname(require.resolve("@prisma/client/package.json"))
  const outputDir = join(packagePath, "../../.prisma", folder)
  if (isGenerated(outputDir, datamodel)) return outputDir
  const schemaPath = join(tmpdir(), `mortise-${folder}-${process.pid}.prisma`)
  await writeFile(schemaPath, datamodel)
  const provider = providerOf(datamodel)
  const generator: Generator = require("@prisma/client-generator-js")
  await generator.generateClient({
    datamodel,
    schemaPath,
    outputDir,
    runtimeSourcePath: join(packagePath, "runtime"),
    dmmf: await generator.getDMMF({ datamodel }),
    generator: {
      name: "client",
      provider: { value: "prisma-client-js", fromEnvVar: null },
      output: { value: outputDir, fromEnvVar: null },
      isCustomOutput: true,
      config: {},
      binaryTargets: [],
      previewFeatures: [],
      sourceFilePath: schemaPath,
    },
    datasources: [
      { name: "db", provider, activeProvider: provider, schemas: [], sourceFilePath: schemaPath },
    ],
    binaryPaths: {},
    activeProvider: provider,
    clientVersion: require("@prisma/client/package.json").version,
    engineVersion: require("@prisma/engines-version").enginesVersion,
    compilerBuild: "fast",
  })
  return outputDir
}

function providerOf(datamodel: string): string {
  const [, provider] = /datasource \w+ \{\s*provider = "(\w+)"/.exec(datamodel) ?? []
  if (!provider) throw new Error("The models have no provider: add a datasource block.")
  return provider
}

const isGenerated = (folder: string, datamodel: string): boolean =>
  existsSync(join(folder, lastFileWritten)) &&
  readFileSync(join(folder, "schema.prisma"), "utf8") === datamodel
