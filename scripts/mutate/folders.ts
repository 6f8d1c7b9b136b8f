/** A part of src and the tests that must kill its mutants. Paths are relative to the repository. */
export type MutatedFolder = {
  readonly folder: string
  /** Folders and files below `folder` that another row covers, or none. */
  readonly without?: readonly string[]
  /** Folders and files of tests. */
  readonly tests: readonly string[]
  /** Tests among them that take long, mostly because they repeat the others on more clients, stores or runtimes. */
  readonly skip?: readonly string[]
  /** The tests need database servers, which are started once for all mutants. */
  readonly servers?: true
}

const sqlTests = [
  "test/unit/stores",
  "test/stores/sqlite",
  "test/stores/servers",
  "test/migrate",
  "test/cli/doctor.test.ts",
]
const slowSqlTests = [
  "test/stores/sqlite/clients.test.ts",
  "test/stores/sqlite/crashes.test.ts",
  "test/stores/sqlite/full-effort.test.ts",
  "test/stores/sqlite/races.test.ts",
  "test/stores/sqlite/schemas.test.ts",
  "test/stores/servers/conformance-other-clients.test.ts",
  "test/stores/servers/custom-schemas.test.ts",
  "test/stores/servers/killed-server.test.ts",
  "test/stores/servers/poolers.test.ts",
  "test/stores/servers/races.test.ts",
  "test/migrate/processes.test.ts",
]

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    folder: "src/shared",
    tests: ["test/unit", "test/http/batching.test.ts", "test/http/limits.test.ts"],
  },
  { folder: "src/contract", tests: ["test/unit"] },
  { folder: "src/operations", tests: ["test/unit"] },
  { folder: "src/stores/memory", tests: ["test/unit"] },
  {
    folder: "src/stores/sql",
    without: ["src/stores/sql/engines", "src/stores/sql/generate", "src/stores/sql/orms"],
    tests: sqlTests,
    skip: slowSqlTests,
    servers: true,
  },
  { folder: "src/stores/sql/generate", tests: ["test/orms/generate", "test/cli/generate.test.ts"] },
  { folder: "src/stores/sql/engines", tests: sqlTests, skip: slowSqlTests, servers: true },
  {
    folder: "src/stores/redis",
    tests: ["test/stores/redis", "test/unit/stores"],
    skip: [
      "test/stores/redis/cluster-faults.test.ts",
      "test/stores/redis/docs.test.ts",
      "test/stores/redis/exits.test.ts",
      "test/stores/redis/flows.test.ts",
      "test/stores/redis/races.test.ts",
      "test/stores/redis/types.test.ts",
      "test/stores/redis/valkey.full.test.ts",
    ],
  },
  {
    folder: "src/http",
    tests: ["test/http"],
    skip: [
      "test/http/conformance.test.ts",
      "test/http/docs.test.ts",
      "test/http/python-backend.test.ts",
      "test/http/runtimes.test.ts",
    ],
  },
  {
    folder: "src/auth",
    tests: ["test/auth"],
    skip: [
      "test/auth/chromium.test.ts",
      "test/auth/examples.test.ts",
      "test/auth/official",
      "test/auth/postgres.test.ts",
      "test/auth/sqlite.test.ts",
      "test/auth/types.test.ts",
    ],
  },
  { folder: "src/cli", without: ["src/cli/studio"], tests: ["test/cli"] },
  { folder: "src/cli/studio", tests: ["test/studio"] },
  { folder: "src/transfer", tests: ["test/transfer", "test/stores/redis/authjs-keys.test.ts"] },
]
