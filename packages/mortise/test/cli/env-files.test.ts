import { describe, expect, test } from "vitest"
import { readEnvFiles } from "../../src/cli/configuration/env-files.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { runCli } from "./support/run-cli.ts"

/** The value of A in a folder with these files, each of which sets A to its own name. */
function winner(names: readonly string[], env: Record<string, string>, manifest = "{}"): string | undefined {
  const files = Object.fromEntries(names.map((name) => [name, `A=${name}`]))
  const set: Record<string, string | undefined> = { ...env }
  readEnvFiles(temporaryTree({ ...files, "package.json": manifest }), set)
  return set["A"]
}

const all = [".env", ".env.local", ".env.production", ".env.production.local", ".env.test"]
const vite = `{"devDependencies":{"vite":"8"}}`

describe("the order of .env files", () => {
  test.each([
    ["the environment wins", all, { A: "environment" }, "{}", "environment"],
    ["an empty variable of the environment wins too", all, { A: "" }, "{}", ""],
    [".env.local wins over .env", all, {}, "{}", ".env.local"],
    [".env is read", [".env"], {}, "{}", ".env"],
    ["files of a mode are not read without NODE_ENV", [".env.production"], {}, "{}", undefined],
    ["the local file of the mode wins", all, { NODE_ENV: "production" }, "{}", ".env.production.local"],
    [
      "Next.js: .env.local wins over the mode",
      [".env.local", ".env.production"],
      { NODE_ENV: "production" },
      "{}",
      ".env.local",
    ],
    ["Next.js: tests do not read .env.local", all, { NODE_ENV: "test" }, "{}", ".env.test"],
    [
      "Vite: the mode wins over .env.local",
      [".env.local", ".env.production"],
      { NODE_ENV: "production" },
      vite,
      ".env.production",
    ],
    ["a broken package.json is ignored", [".env"], { NODE_ENV: "production" }, "{", ".env"],
  ] as const)("%s", (_, names, env, manifest, expected) => {
    expect(winner(names, env, manifest)).toBe(expected)
  })
})

test("values may refer to other variables, including those of weaker files and of the environment", () => {
  const env: Record<string, string | undefined> = { HOST: "db$USER", USER: "not-read" }
  const folder = temporaryTree({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of .env files
    ".env.local": 'URL="postgres://$NAME:${PASSWORD}@${HOST}/${DATABASE:-auth}"\nSELF=$SELF',
    ".env": "NAME=ada\nPASSWORD=a\\$NAME\nUNUSED=$NOTHING",
  })
  expect([...readEnvFiles(folder, env)]).toContainEqual(["NAME", ".env"])
  expect(env).toMatchObject({ URL: "postgres://ada:a$NAME@db$USER/auth", SELF: "", UNUSED: "" })
})

describe("a command that loads a configuration", () => {
  const folder = () =>
    temporaryTree({
      ".env.local": "DATABASE_URL=canary-4711",
      "mortise.config.mjs": `export const adapter = () => {
        if (process.env.DATABASE_URL !== "canary-4711") throw Object.assign(new Error(), { code: "NO_URL" })
        return {}
      }`,
    })

  test("reads the files, and says which one names the database", async () => {
    const { stdout, stderr } = await runCli(["status"], { cwd: folder() })
    expect(stderr).toMatch(/^DATABASE_URL is set by \.env\.local\.\n.*Mortise adapter/)
    expect(stdout + stderr).not.toContain("canary")
  })

  test("says which file names the database without a value", async () => {
    const cwd = temporaryTree({ ".env": "DATABASE_URL=", "mortise.config.mjs": "export const adapter = {}" })
    const { stderr } = await runCli(["status"], { cwd })
    expect(stderr).toMatch(/^DATABASE_URL is empty in \.env: set it there\.\n/)
  })

  test("says so as JSON with --json", async () => {
    const { stderr } = await runCli(["status", "--json"], { cwd: folder() })
    expect(JSON.parse(stderr.split("\n")[0] ?? "")).toEqual({
      event: "environment",
      message: "DATABASE_URL is set by .env.local.",
    })
  })

  test("does not read them with --no-env-files", async () => {
    const { stderr } = await runCli(["status", "--no-env-files"], { cwd: folder() })
    expect(stderr).toContain("(NO_URL)")
    expect(stderr).not.toContain("DATABASE_URL")
  })
})
