/** Where the last step leaves its figures for the closing line. */
export const testReport = ".cache/tests.json"

/**
 * What `npm test` does, in this order; each step is a script of package.json. Add a row to add a check.
 *
 * @type {readonly { name: string, script: string }[]}
 */
export const steps = [
  { name: "lint and format", script: "lint" },
  { name: "types", script: "types" },
  { name: "import rules", script: "check:imports" },
  { name: "house style", script: "check:style" },
  { name: "build", script: "build" },
  { name: "dead code", script: "check:dead-code" },
  { name: "package", script: "check:package" },
  { name: "types of the package", script: "check:package-types" },
  { name: "tests", script: "check:tests" },
]
