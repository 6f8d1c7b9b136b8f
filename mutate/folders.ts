/** A part of the library and the tests that must kill its mutants. Paths are relative to the repository. */
export type MutatedFolder = {
  readonly folder: string
  /** Folders and files below `folder` that another row covers, or none. */
  readonly without?: readonly string[]
  /** Files of tests, and folders, of which the tests of `npm test` run. */
  readonly tests: readonly string[]
  /** Tests among them that take long, mostly because they repeat the others on more clients, stores or runtimes. */
  readonly skip?: readonly string[]
  /** The tests need database servers, which are started once for all mutants. */
  readonly servers?: true
}

const sqlTests = [
  "packages/mortise/test/unit/stores",
  "packages/mortise/test/stores/sqlite",
  "packages/mortise/test/stores/servers",
  "packages/mortise/test/migrate",
  "packages/mortise/test/cli/doctor.test.ts",
]
const slowSqlTests = [
  "packages/mortise/test/stores/sqlite/clients.test.ts",
  "packages/mortise/test/stores/sqlite/crashes.test.ts",
  "packages/mortise/test/stores/servers/conformance-mariadb.test.ts",
  "packages/mortise/test/stores/servers/conformance-postgres.test.ts",
  "packages/mortise/test/migrate/processes.test.ts",
]

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    folder: "packages/mortise/src/shared",
    tests: [
      "packages/mortise/test/unit",
      "packages/mortise/test/http/batching.test.ts",
      "packages/mortise/test/http/limits.test.ts",
    ],
  },
  { folder: "packages/mortise/src/contract", tests: ["packages/mortise/test/unit"] },
  { folder: "packages/mortise/src/schema", tests: ["packages/mortise/test/unit"] },
  { folder: "packages/mortise/src/operations", tests: ["packages/mortise/test/unit"] },
  { folder: "packages/mortise/src/stores/memory", tests: ["packages/mortise/test/unit"] },
  {
    folder: "packages/mortise/src/stores/sql",
    without: ["packages/mortise/src/stores/sql/generate", "packages/mortise/src/stores/sql/orms"],
    tests: sqlTests,
    skip: slowSqlTests,
    servers: true,
  },
  {
    folder: "packages/mortise/src/stores/sql/generate",
    tests: [
      "packages/mortise/test/orms/generate",
      "packages/mortise/test/orms/generate/compile.wide.test.ts",
      "packages/mortise/test/orms/generate/drizzle.full.test.ts",
      "packages/mortise/test/orms/generate/rewrite.wide.test.ts",
      "packages/mortise/test/cli/generate.test.ts",
    ],
  },
  {
    folder: "packages/mortise/src/sql",
    without: ["packages/mortise/src/sql/engines", "packages/mortise/src/sql/orms"],
    tests: sqlTests,
    skip: slowSqlTests,
    servers: true,
  },
  { folder: "packages/mortise/src/sql/engines", tests: sqlTests, skip: slowSqlTests, servers: true },
  {
    folder: "packages/mortise/src/stores/redis",
    tests: [
      "packages/mortise/test/stores/redis",
      "packages/mortise/test/stores/redis/cluster.wide.test.ts",
      "packages/mortise/test/stores/redis/hanging-cluster.wide.test.ts",
      "packages/mortise/test/stores/redis/replicated.wide.test.ts",
      "packages/mortise/test/stores/redis/sentinel.wide.test.ts",
      "packages/mortise/test/unit/stores",
    ],
    skip: ["packages/mortise/test/stores/redis/docs.test.ts"],
  },
  {
    folder: "packages/mortise/src/http",
    tests: ["packages/mortise/test/http"],
    skip: ["packages/mortise/test/http/docs.test.ts"],
  },
  {
    folder: "packages/mortise/src/auth",
    tests: ["packages/mortise/test/auth"],
  },
  {
    folder: "packages/mortise/src/cli",
    without: ["packages/mortise/src/cli/studio"],
    tests: ["packages/mortise/test/cli"],
  },
  { folder: "packages/mortise/src/cli/studio", tests: ["packages/mortise/test/studio"] },
  { folder: "packages/mortise/src/tenants", tests: ["packages/mortise/test/tenants"] },
  {
    folder: "packages/mortise/src/transfer",
    tests: [
      "packages/mortise/test/transfer",
      "packages/mortise/test/stores/redis/authjs-key-value-store.test.ts",
    ],
  },
]
