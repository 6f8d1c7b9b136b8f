/**
 * Which folder of src may import which. Paths are relative to src; `{name}` stands for one path
 * segment and means the same segment on both sides. In `mayImport` the last entry that matches
 * decides, and a leading `!` takes back. The first row whose `folder` matches a file applies to it.
 */
export type FolderRule = {
  readonly folder: string
  readonly mayImport: readonly string[]
  /** Outside its own folder: only `import()` and `import type`, so that a command loads what it needs. */
  readonly lazily?: true
  /** What the rule says and what to do instead, for the person who broke it. */
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
    mayImport: [...belowStores, "stores/{store}/", "!stores/{store}/drivers/", "!stores/{store}/engines/"],
    advice:
      "A store imports contract, operations, shared and its own folder; only its drivers import an engine, and only package.json names a driver.",
  },
  ...["http", "auth", "conformance", "layers"].map((name) => ({
    folder: `${name}/`,
    mayImport: ["contract/", "shared/", `${name}/`],
    advice: `${name} imports contract, shared and its own folder only; reach a store through the Adapter that is handed in.`,
  })),
  {
    folder: "cli/",
    mayImport: [""],
    lazily: true,
    advice:
      "The command line loads what a command needs when it runs: write `await import(…)` inside the command.",
  },
]

/** Who may import a package or a built-in module. Everything else takes its client as an argument. */
export type ModuleAllowance = {
  readonly from: string
  /** `*` allows any, and names that are computed. */
  readonly modules: readonly string[]
  readonly reason: string
}

export const moduleAllowances: readonly ModuleAllowance[] = [
  { from: "cli/", modules: ["*"], reason: "The command line runs on Node and brings its own clients." },
  {
    from: "conformance/runners/",
    modules: ["*"],
    reason: "A runner binds the suite to the test library it is named after, or loads the module under test.",
  },
  {
    from: "conformance/programs/arbitraries.ts",
    modules: ["fast-check"],
    reason: "Random programs come from fast-check, an optional peer, imported in this one place.",
  },
  {
    from: "auth/",
    modules: ["jose", "oauth4webapi", "@simplewebauthn/server"],
    reason: "The lifecycle leaves JOSE, OAuth and WebAuthn to libraries made for them, as optional peers.",
  },
]
