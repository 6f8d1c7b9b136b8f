/**
 * Which folder of src may import which. Paths are relative to src. `{name}` stands for one path segment: the same
 * segment in `folder` and in `mayImport`. The first rule whose `folder` matches a file applies to it. The last entry of
 * `mayImport` that matches the imported file decides; an entry with a leading `!` forbids it.
 */
export type FolderRule = {
  readonly folder: string
  readonly mayImport: readonly string[]
  /** Files of other folders except shared may be imported only with `import()` and `import type`: a command loads what it needs. */
  readonly lazily?: true
  /** The rule and the fix, for a person who broke the rule. */
  readonly advice: string
}

const belowStores = ["shared/", "contract/", "operations/"]

export const folderRules: readonly FolderRule[] = [
  {
    folder: "index.ts",
    mayImport: ["contract/", "operations/"],
    advice:
      "The root entry re-exports contract and operations only; give a store its own subpath in package.json.",
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
    folder: "operations/",
    mayImport: ["contract/", "operations/", "shared/"],
    advice: "Operations import contract and shared; call the store through the verbs of operations/store.ts.",
  },
  {
    folder: "stores/{store}/drivers/{driver}",
    mayImport: [
      ...belowStores,
      "stores/{store}/",
      "!stores/{store}/drivers/",
      "stores/{store}/drivers/{driver}",
    ],
    advice:
      "Drivers never import each other, nor another store; move what two drivers share up into their store's folder.",
  },
  {
    folder: "stores/{store}/orms/",
    mayImport: [...belowStores, "stores/{store}/", "!stores/{store}/drivers/"],
    advice: "An ORM imports its own store, with the clients that it wraps; no driver and no other store.",
  },
  {
    folder: "stores/{store}/generate/",
    mayImport: [...belowStores, "stores/{store}/", "!stores/{store}/drivers/", "!stores/{store}/orms/"],
    advice:
      "Generated text needs the types of every engine, and no client: it imports neither drivers nor ORMs.",
  },
  {
    folder: "stores/{store}/engines/{engine}",
    mayImport: [
      ...belowStores,
      "stores/{store}/",
      "!stores/{store}/drivers/",
      "!stores/{store}/engines/",
      "stores/{store}/engines/{engine}",
    ],
    advice:
      "Engines never import a driver, another engine or another store; a driver picks its engine, not the reverse.",
  },
  {
    folder: "stores/{store}/",
    mayImport: [
      ...belowStores,
      "stores/{store}/",
      "!stores/{store}/drivers/",
      "!stores/{store}/engines/",
      "!stores/{store}/orms/",
    ],
    advice:
      "A store imports contract, operations, shared and its own folder; only its drivers import an engine, and only package.json names a driver.",
  },
  ...["http", "auth", "conformance", "layers", "transfer"].map((name) => ({
    folder: `${name}/`,
    mayImport: ["contract/", "shared/", `${name}/`],
    advice: `${name} imports contract, shared and its own folder only; reach a store through the Adapter that the caller passes.`,
  })),
  {
    folder: "cli/studio/page/",
    mayImport: ["cli/studio/page/", "cli/studio/api-types.ts", "pages/"],
    advice:
      "The page of the studio runs in a browser: it imports the design system and the types of its API.",
  },
  {
    folder: "cli/studio/",
    mayImport: [
      ...["index.ts", "contract/", "shared/", "cli/", "http/server/", "stores/sql/migrate/"],
      ...["auth/users/suspension.ts", "cli/studio/", "!cli/studio/page/"],
    ],
    advice:
      "The studio reaches a store through the OpenStore of the command line, and its page through the build.",
  },
  {
    folder: "pages/",
    mayImport: ["pages/"],
    advice: "The design system of the pages knows no domain: pass what a component shows as a property.",
  },
  {
    folder: "cli/",
    mayImport: [""],
    lazily: true,
    advice:
      "The command line loads what a command needs when it runs: write `await import(…)` inside the command.",
  },
]

/** A folder or file that may import packages or built-in modules. The first that matches a file applies to it; all other code takes its client as an argument. */
export type ModuleAllowance = {
  readonly from: string
  /** `*` allows every module, and computed names. */
  readonly modules: readonly string[]
  readonly reason: string
}

export const moduleAllowances: readonly ModuleAllowance[] = [
  {
    from: "cli/studio/page/",
    modules: ["preact"],
    reason: "The page is a view of Preact, which the build bundles.",
  },
  { from: "cli/", modules: ["*"], reason: "The command line runs on Node and imports database clients." },
  {
    from: "conformance/runners/",
    modules: ["*"],
    reason: "A runner binds the suite to the test library it is named after, or loads the module under test.",
  },
  {
    from: "conformance/programs/arbitraries.ts",
    modules: ["fast-check"],
    reason: "Random programs need fast-check, an optional peer. Only this file imports it.",
  },
  {
    from: "auth/",
    modules: ["jose", "oauth4webapi", "@simplewebauthn/server"],
    reason: "The lifecycle uses specialized libraries for JOSE, OAuth and WebAuthn, as optional peers.",
  },
  {
    from: "pages/",
    modules: ["preact"],
    reason: "Pages are views of Preact, which the build bundles: the package has no dependency.",
  },
]
