import type { FolderRule } from "./rule.ts"

/** A store and what is below it, without some of its folders. */
const storeWithout = (...folders: readonly string[]): readonly string[] => [
  ...["shared/", "contract/", "operations/", "schema/", "stores/{store}/"],
  ...folders.map((folder) => `!stores/{store}/${folder}/`),
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
    folder: "stores/sql/drivers/neon/",
    mayImport: [
      ...storeWithout("drivers", "orms", "migrate", "generate").map((path) => path.replace("{store}", "sql")),
      ...["stores/sql/drivers/neon/", "stores/sql/drivers/pg/", "!stores/sql/drivers/pg/pg-adapter.ts"],
    ],
    advice:
      "Neon's pool is pg's, so its driver imports pg's driver, but no other one, no ORM and no other store.",
  },
  {
    folder: "stores/{store}/drivers/{driver}",
    mayImport: [...storeWithout("drivers", "orms", "migrate", "generate"), "stores/{store}/drivers/{driver}"],
    advice:
      "Drivers never import each other, an ORM or another store; move what two drivers share into their engine.",
  },
  {
    folder: "stores/{store}/orms/",
    mayImport: [
      ...storeWithout("migrate", "generate"),
      "!stores/{store}/drivers/{driver}/{client}-adapter.ts",
    ],
    advice:
      "An ORM imports its own store, with the drivers of the clients that it wraps, but no factory and no other store.",
  },
  {
    folder: "stores/{store}/generate/",
    mayImport: storeWithout("drivers", "orms"),
    advice:
      "Generated text needs the types of every engine, and no client: it imports neither drivers nor ORMs.",
  },
  {
    folder: "stores/{store}/migrate/",
    mayImport: storeWithout("drivers", "engines", "orms", "generate"),
    advice: "Migrations reach an engine through the adapter: describe what they need in introspection.",
  },
  {
    folder: "stores/{store}/engines/{engine}",
    mayImport: [
      ...storeWithout("drivers", "engines", "orms", "migrate", "generate"),
      "stores/{store}/engines/{engine}",
    ],
    advice:
      "Engines never import a driver, an ORM, migrations, another engine or another store; a driver picks its engine, not the reverse.",
  },
  {
    folder: "stores/{store}/",
    mayImport: storeWithout("drivers", "engines", "orms", "migrate", "generate"),
    advice:
      "A store imports contract, operations, schema, shared and its own folder; only its drivers import an engine, only package.json names a driver, and migrations import the store.",
  },
  ...authFloors.map((name, index) => ({
    folder: `auth/${name}/`,
    mayImport: ["contract/", "shared/", ...authFloors.slice(0, index + 1).map((floor) => `auth/${floor}/`)],
    advice: `auth/${name} serves every flow and knows none: it imports only the folders of auth that are listed before it.`,
  })),
  ...["http", "auth", "layers", "transfer"].map((name) => ({
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
    mayImport: [
      ...["contract/", "shared/", "operations/", "schema/", "better-auth/"],
      ...["stores/sql/", "stores/redis/"],
    ],
    advice: "better-auth imports what is below it and the stores; Better Auth is an optional peer.",
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
