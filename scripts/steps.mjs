/** Where the last step leaves its figures for the closing line. */
export const testReport = ".cache/tests.json"

/**
 * What `npm test` does, in this order. A step is one command, run from the repository root;
 * `bin` is a program of node_modules/.bin. Add a row to add a check.
 *
 * @type {readonly { name: string, bin: string, args: string[] }[]}
 */
export const steps = [
  { name: "lint and format", bin: "biome", args: ["check", "--error-on-warnings"] },
  { name: "types", bin: "tsc", args: ["-p", "tsconfig.json"] },
  { name: "import rules", bin: "tsx", args: ["scripts/check-imports/main.ts"] },
  { name: "house style", bin: "tsx", args: ["scripts/check-style/main.ts"] },
  { name: "build", bin: "tsx", args: ["scripts/build.ts"] },
  { name: "dead code", bin: "knip", args: ["--treat-config-hints-as-errors"] },
  { name: "package", bin: "publint", args: ["--strict"] },
  { name: "types of the package", bin: "attw", args: ["--pack", ".", "--profile", "esm-only"] },
  {
    name: "tests",
    bin: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${testReport}`],
  },
]
