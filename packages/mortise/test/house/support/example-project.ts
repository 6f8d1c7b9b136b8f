import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { sourcePaths } from "../../../../../scripts/source/source-paths.ts"
import { type Client, clients } from "../../../src/cli/drivers/clients.ts"
import { compileFolder } from "./compile-folder.ts"
import type { Example } from "./examples.ts"
import { runModules } from "./run-modules.ts"

/** Inside the repository, so that examples resolve installed packages. Git ignores this folder. */
const folder = join(root, ".cache/examples")

/** Turso's client, which the tests of runtimes install. The parameter of its callback needs a type. */
const tursoModule = `declare module "@tursodatabase/database" {
  export function connect(file: string): Promise<{
    prepare(text: string): object
    exec(text: string): Promise<void>
    transactionAsync(work: (transaction: any) => Promise<unknown>): { immediate(): Promise<unknown> }
  }>
}
`

/** Packages besides clients that are not installed here, and why. */
const absentPackages = {
  "@auth/prisma-adapter": "is installed by the tests of ORMs only",
  "@prisma/adapter-pg": "is installed by the tests of ORMs only",
  "prisma/config": "is installed by applications only",
  "@mikro-orm/postgresql": "is installed by the tests of ORMs only",
  "@simplewebauthn/server": "is installed in version 9, for Auth.js",
  "@upstash/redis/cloudflare": "is installed by the tests of Redis only",
  "@aws-sdk/client-dynamodb": "is installed by the tests of DynamoDB only",
  knex: "is installed by the tests of ORMs only",
  "next-auth": "needs Next.js",
  "next-auth/providers/github": "needs Next.js",
  sequelize: "is installed by the tests of ORMs only",
}

const { devDependencies }: { readonly devDependencies: object } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
)

/** The packages of clients that other folders install, or that only some runtimes have. */
const absentClients = Object.values<Client>(clients)
  .map((client) => client.package)
  .filter((name) => !(name in devDependencies || tursoModule.includes(`"${name}"`)))

/** Declares the packages that are not installed, apart from some: what imports them is compiled without their types. */
export const declareAbsentPackages = (installed: readonly string[] = []): string => {
  const names = new Set([...Object.keys(absentPackages), ...absentClients])
  const absent = [...names].filter((name) => !installed.includes(name))
  return [...absent.map((name) => `declare module "${name}"\n`), tursoModule].join("")
}

/** A client of Prisma, which is generated from the models of an application. */
const prismaClient = `import type { PrismaClient as Client } from "mortise/prisma"

export declare const PrismaClient: new (options: { adapter: object }) => Omit<Client, "$transaction"> & {
  $transaction<T>(work: (tx: any) => Promise<T>): Promise<T>
  $disconnect(): Promise<void>
}
`

const fileOf = ({ file, line }: Example): string => `${file.replace(/[^\w]+/g, "-")}-${line}.ts`

/** Examples show no seed, but they run in tests, which make no random choices. */
const seedRuns = (code: string): string => code.replace(/\b(runConformance|runBetterAuth)\(\{/g, "$&seed: 1,")

/** Writes each example to a separate module. The public names lead to the sources. */
export function writeExamples(examples: readonly Example[]): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const example of examples)
    writeFileSync(join(folder, fileOf(example)), `${seedRuns(example.code)}\nexport {}\n`)
  writeFileSync(join(folder, "absent-packages.d.ts"), declareAbsentPackages())
  mkdirSync(join(folder, "generated/prisma"), { recursive: true })
  writeFileSync(join(folder, "generated/prisma/client.ts"), prismaClient)
  const compilerOptions = { paths: sourcePaths(), noUnusedLocals: false, noUnusedParameters: false }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
  )
}

/** Compiles all examples together. Error messages name the line in the document. */
export function compileExamples(examples: readonly Example[]): void {
  try {
    compileFolder(folder)
  } catch (error) {
    throw new Error(examples.reduce(pointAtOrigin, (error as Error).message))
  }
}

function pointAtOrigin(message: string, example: Example): string {
  const place = `${fileOf(example)}(`
  return message
    .split("\n")
    .map((line) =>
      line.startsWith(place)
        ? `${example.file}:${example.line + Number.parseInt(line.slice(place.length), 10)} (${line.slice(place.length)}`
        : line,
    )
    .join("\n")
}

/** Runs the examples one after the other in one process. Returns the errors by file and line. */
export const runExamples = (examples: readonly Example[]): Record<string, string> =>
  runModules(folder, examples.map(fileOf))
