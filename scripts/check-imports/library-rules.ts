import type { FolderRule } from "./rule.ts"

/** The engine room of SQL, without some of its folders, and the small modules below it that no model is named in. */
const sqlWithout = (...folders: readonly string[]): readonly string[] => [
  ...[
    "shared/",
    "contract/errors.ts",
    "contract/fields.ts",
    "contract/rows.ts",
    "contract/server-finding.ts",
    "contract/throw-invalid.ts",
  ],
  ...["operations/deadline.ts", "operations/retry.ts", "schema/engine-name.ts", "sql/"],
  ...folders.map((folder) => `!sql/${folder}/`),
]

/** A store and what is below it. */
const ownStore = ["shared/", "contract/", "operations/", "schema/", "stores/{store}/"]

/** The SQL store, without some of its folders, and what is below it. */
const sqlStoreWithout = (...folders: readonly string[]): readonly string[] => [
  ...["shared/", "contract/", "operations/", "schema/", "sql/", "stores/sql/"],
  ...folders.map((folder) => `!${folder}/`),
]

/** The folders below every flow of auth, from the bottom up. */
const authFloors = ["crypto", "http", "adapter", "config", "core"]

const rules: readonly FolderRule[] = [
  {
    folder: "index.ts",
    mayImport: ["contract/", "operations/", "schema/"],
    advice:
      "The root entry re-exports contract, operations and schema only; give a store its own subpath in package.json.",
  },
  {
    folder: "shared/",
    mayImport: ["shared/"],
    advice: "shared imports nothing outside its folder; a helper that knows the domain belongs elsewhere.",
  },
  {
    folder: "contract/",
    mayImport: ["contract/", "shared/"],
    advice: "The contract imports shared only; move what it needs into contract, or the caller out of it.",
  },
  {
    folder: "schema/",
    mayImport: ["contract/", "schema/", "shared/"],
    advice: "schema imports contract and shared: it describes tables, and knows no store.",
  },
  {
    folder: "operations/",
    mayImport: ["contract/", "operations/", "shared/"],
    advice: "Operations import contract and shared; call the store through the verbs of operations/store.ts.",
  },
  {
    folder: "kit/",
    mayImport: ["contract/", "operations/", "shared/"],
    advice: "The kit passes on what our own stores use, and has no code of its own.",
  },
  {
    folder: "sql/drivers/neon/",
    mayImport: [...sqlWithout("drivers", "orms"), "sql/drivers/neon/", "sql/drivers/pg/"],
    advice: "Neon's pool is pg's, so its driver imports pg's driver, but no other one and no ORM.",
  },
  {
    folder: "sql/drivers/{driver}",
    mayImport: [...sqlWithout("drivers", "orms"), "sql/drivers/{driver}"],
    advice:
      "Drivers never import each other, an ORM or a store; move what two drivers share into their engine.",
  },
  {
    folder: "sql/orms/",
    mayImport: sqlWithout(),
    advice:
      "sql/orms finds the connection of an ORM and reads its tables; what knows a model belongs to a store.",
  },
  {
    folder: "sql/engines/{engine}",
    mayImport: [...sqlWithout("drivers", "engines", "orms"), "sql/engines/{engine}"],
    advice:
      "Engines never import a driver, an ORM, another engine or a store; a driver picks its engine, not the reverse.",
  },
  {
    folder: "sql/",
    mayImport: sqlWithout("drivers", "engines", "orms"),
    advice:
      "sql knows no model: it imports shared and what sqlWithout lists, and no store; only drivers import an engine, and only ORMs a driver.",
  },
  {
    folder: "stores/sql/adapters/{driver}-adapter.ts",
    mayImport: [
      ...sqlStoreWithout("sql/drivers", "sql/engines", "sql/orms", "stores/sql/adapters"),
      ...["!stores/sql/orms/", "!stores/sql/migrate/", "!stores/sql/generate/", "sql/drivers/{driver}/"],
    ],
    advice: "A factory imports the store and the driver of its own client, and no other driver or factory.",
  },
  {
    folder: "stores/sql/orms/",
    mayImport: sqlStoreWithout(
      "sql/drivers",
      "stores/sql/adapters",
      "stores/sql/migrate",
      "stores/sql/generate",
    ),
    advice:
      "An ORM's adapter imports the store and sql/orms, which finds the ORM's connection, but no driver, no factory and no other store.",
  },
  {
    folder: "stores/sql/generate/",
    mayImport: sqlStoreWithout("sql/drivers", "sql/orms", "stores/sql/adapters", "stores/sql/orms"),
    advice:
      "Generated text needs the types of every engine, and no client: it imports neither drivers nor ORMs.",
  },
  {
    folder: "stores/sql/migrate/",
    mayImport: [
      ...sqlStoreWithout("sql/drivers", "sql/engines", "sql/orms"),
      ...["!stores/sql/adapters/", "!stores/sql/orms/", "!stores/sql/generate/"],
    ],
    advice: "Migrations reach an engine through the adapter: describe what they need in sql/introspection.",
  },
  {
    folder: "stores/sql/",
    mayImport: [
      ...sqlStoreWithout("sql/drivers", "sql/engines", "sql/orms", "stores/sql/adapters"),
      ...["!stores/sql/orms/", "!stores/sql/migrate/", "!stores/sql/generate/"],
    ],
    advice:
      "The SQL store imports what is below it and its own folder; only its factories import a driver, only package.json names a factory, and migrations import the store.",
  },
  {
    folder: "stores/{store}/drivers/{driver}",
    mayImport: [...ownStore, "!stores/{store}/drivers/", "stores/{store}/drivers/{driver}"],
    advice: "Drivers never import each other or another store; move what two drivers share into their store.",
  },
  {
    folder: "stores/{store}/",
    mayImport: [...ownStore, "!stores/{store}/drivers/"],
    advice:
      "A store imports contract, operations, schema, shared and its own folder; only package.json names a driver.",
  },
  ...authFloors.map((name, index) => ({
    folder: `auth/${name}/`,
    mayImport: ["contract/", "shared/", ...authFloors.slice(0, index + 1).map((floor) => `auth/${floor}/`)],
    advice: `auth/${name} serves every flow and knows none: it imports only the folders of auth that are listed before it.`,
  })),
  ...["http", "auth", "layers", "transfer", "tenants"].map((name) => ({
    folder: `${name}/`,
    mayImport: ["contract/", "shared/", `${name}/`],
    advice: `${name} imports contract, shared and its own folder only; reach a store through the Adapter that the caller passes.`,
  })),
  {
    folder: "tokens/",
    mayImport: [
      "contract/",
      "shared/",
      "tokens/",
      "auth/config/provider.ts",
      "auth/oauth/provider-connections.ts",
      "layers/add-layer.ts",
    ],
    advice:
      "tokens imports contract, shared, its own folder, how auth connects to a provider, and how a layer is added.",
  },
  {
    folder: "logout/",
    mayImport: [
      "contract/",
      "shared/",
      "logout/",
      "auth/oauth/logout/",
      "auth/core/optional-peers.ts",
      "auth/oauth/provider-connections.ts",
      "auth/oauth/provider-identity.ts",
      "auth/sessions/end-sessions.ts",
      "auth/config/longest-life.ts",
    ],
    advice:
      "logout imports contract, shared, its own folder, and what auth knows about logouts of providers.",
  },
  {
    folder: "better-auth/",
    mayImport: ["contract/", "shared/", "operations/", "schema/", "sql/", "better-auth/"],
    advice:
      "better-auth stands on sql beside the stores, and imports none of them; Better Auth is an optional peer.",
  },
  {
    folder: "cli/studio/",
    mayImport: [
      ...["index.ts", "contract/", "shared/", "cli/", "http/server/", "stores/sql/migrate/"],
      ...["auth/core/suspension.ts"],
    ],
    advice:
      "The studio reaches a store through the OpenStore of the command line, and its page through the build.",
  },
  {
    folder: "cli/revoke/",
    mayImport: [
      ...["index.ts", "contract/", "shared/", "cli/"],
      ...["auth/sessions/end-sessions.ts", "tokens/store-tokens.ts"],
    ],
    advice:
      "The breach tools reach a store through the OpenStore of the command line, and end sessions as mortise/auth does.",
  },
  {
    folder: "cli/",
    mayImport: [""],
    eagerly: ["cli/", "shared/"],
    advice:
      "The command line loads what a command needs when it runs: write `await import(…)` inside the command.",
  },
]

const src = "mortise/src/"

const inSrc = (pattern: string): string =>
  pattern.startsWith("!") ? `!${src}${pattern.slice(1)}` : src + pattern

/** The rules of packages/mortise. They are written relative to its src, and no file outside it is allowed. */
export const libraryRules: readonly FolderRule[] = rules.map((rule) => ({
  ...rule,
  folder: inSrc(rule.folder),
  mayImport: rule.mayImport.map(inSrc),
  ...(rule.eagerly && { eagerly: rule.eagerly.map(inSrc) }),
}))
