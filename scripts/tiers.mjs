/**
 * A step of a test run: a script of package.json, with further arguments and variables.
 *
 * @typedef {{ name: string, script: string, args?: readonly string[], env?: Readonly<Record<string, string>> }} Step
 */

const build = { name: "build", script: "build" }

/** @param {string} tier @returns {Step} */
const tests = (tier) => ({ name: "tests", script: "check:tests", env: { MORTISE_TESTS: tier } })

/**
 * The steps of `npm test` (usual), `npm run test:wide` and `npm run test:full`. To add a check, add a row. A full run
 * repeats the tests that read and write dates in a second time zone.
 *
 * @type {Readonly<Record<"usual" | "wide" | "full", readonly Step[]>>}
 */
export const tiers = {
  usual: [
    { name: "format, types, imports, style, dead code, packages", script: "check", args: ["check:built"] },
    tests("usual"),
  ],
  wide: [build, tests("wide")],
  full: [
    build,
    // `npm test` compiles every entry of the packed packages; this tool resolves them as other compilers do.
    { name: "declarations of the packed packages", script: "check:package-types" },
    {
      ...tests("full"),
      name: "tests, in New York",
      env: { MORTISE_TESTS: "full", TZ: "America/New_York" },
    },
    {
      ...tests("full"),
      name: "stores and migrations, in Kolkata",
      args: ["stores", "migrate", "http/conformance"].map((part) => `packages/mortise/test/${part}`),
      env: { MORTISE_TESTS: "full", TZ: "Asia/Kolkata" },
    },
  ],
}
