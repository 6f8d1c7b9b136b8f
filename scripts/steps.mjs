/** The last step writes the number of passed and failed tests to this file; the summary reads it. */
export const testReport = ".cache/tests.json"

/**
 * The steps of `npm test`, in order. Each one is a script of package.json. To add a check, add a row.
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
