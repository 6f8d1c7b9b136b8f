import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { tier } from "./packages/workshop/src/tests/tier.ts"
import { root } from "./scripts/ensure-install.mjs"
import { createTestReporter } from "./scripts/test-reporter/create-test-reporter.ts"
import { cacheTestModules } from "./scripts/vitest/cache-test-modules.ts"
import { longestFirst } from "./scripts/vitest/longest-first.ts"
import { useOldest } from "./scripts/vitest/use-oldest.ts"

// Programs that tests start with tsx find the packages by the same names, in any folder.
process.env["TSX_TSCONFIG_PATH"] = join(root, "tsconfig.json")

// A full run makes new random choices, and its reporter prints the seed that repeats them.
if (tier === "full") process.env["MORTISE_SEED"] ??= String(randomInt(2 ** 32))

// Without a tier, the arguments of vitest choose among the files of all tiers.
const ending = tier === "wide" ? "*.wide.test.ts" : "*.test.ts"
const otherTiers = tier === "usual" ? ["**/*.wide.test.ts", "**/*.full.test.ts"] : []

/** The test files of a folder, or of a group of folders. */
const filesIn = (folder: string) => `packages/${folder}/**/${ending}`

/**
 * A new module graph per file takes more time than these tests, which leave no global state behind: those of `npm test`,
 * and of these folders. Other wide and full files are few and long.
 */
const sharedModules = [
  ...(tier === "wide" ? [] : ["packages/*/test/**/!(*.wide|*.full).test.ts"]),
  ...[
    "unit",
    "http",
    "auth",
    "better-auth",
    "tokens",
    "migrate",
    "transfer",
    "stores/servers",
    "stores/sqlite",
    "stores/redis",
    "orms",
  ].map((folder) => filesIn(`mortise/test/${folder}`)),
  filesIn("conformance/test"),
]

/** Races, which other tests would hide. */
const alone = [`packages/mortise/test/stores/**/*races*${ending.slice(1)}`]

/** These tests use the packages as they are published. */
const built = [
  ...["cli", "studio", "house", "bundlers"].map((folder) => filesIn(`mortise/test/${folder}`)),
  "packages/mortise/test/edge/examples.wide.test.ts",
  "packages/mortise/test/http/runtimes.wide.test.ts",
  `packages/mortise/test/stores/sqlite/clients${ending}`,
]

/** These tests use the oldest supported Better Auth. */
const oldestFolder = "packages/mortise/test/better-auth/oldest"
const oldest = [filesIn("mortise/test/better-auth/oldest")]

const servers = "packages/workshop/src/servers/shared-servers.ts"
const exclude = [...configDefaults.exclude, ...otherTiers]

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [cacheTestModules],
  test: {
    // Many tests wait for a server, a process or a time limit.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: longestFirst },
    // Modules are transformed again only after a change.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/modules" },
    // Some tests pack, install and compile; the limits are there to end a hang, not to judge speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // The tests of a tier take minutes; scripts/test.mjs counts them in the file.
    reporters: tier ? [["json", { outputFile: ".cache/tests.json" }], createTestReporter()] : ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "shared modules",
          include: sharedModules,
          exclude: [...exclude, ...built, ...alone, ...oldest],
          globalSetup: servers,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: [filesIn("*/test")],
          exclude: [...exclude, ...sharedModules, ...built, ...alone, ...oldest],
          globalSetup: servers,
        },
      },
      {
        extends: true,
        plugins: [useOldest(join(root, oldestFolder, "package.json"))],
        test: {
          name: "oldest Better Auth",
          include: oldest,
          exclude,
          globalSetup: [`${oldestFolder}/install-oldest.ts`, servers],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          isolate: tier !== "usual",
          include: built,
          exclude: [...exclude, ...alone],
          globalSetup: ["scripts/build/ensure-build.ts", servers],
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          exclude,
          globalSetup: servers,
          // The short races of the first two tiers are few processes that wait for one another.
          fileParallelism: tier !== "full",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
