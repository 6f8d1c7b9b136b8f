import { spawnSync } from "node:child_process"
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { frameworks } from "../../src/cli/init/frameworks.ts"
import { initIn, manifest } from "./support/init-in.ts"

/** The files of an empty git repository, as `git init` writes them. */
const repository = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n",
  ".git/objects/info/packs": "",
  ".git/refs/heads/.keep": "",
}

describe("the files that init adds lines to", () => {
  test("a fresh secret is written for the owner only, and never shown", async () => {
    const files = { "package.json": manifest("hono") }
    const [shown, asJson] = [await initIn(files, "--yes"), await initIn(files, "--yes", "--json")]
    for (const { stdout, stderr, read } of [shown, asJson]) {
      const [, secret = ""] = /^AUTH_SECRET=([\w+/]{44})$/m.exec(read(".env")) ?? []
      expect(secret).not.toBe("")
      expect(stdout + stderr).not.toContain(secret)
      expect(stdout).toContain("AUTH_SECRET=(a fresh secret)")
    }
    expect(shown.read(".env")).not.toBe(asJson.read(".env"))
    expect(statSync(join(shown.folder, ".env")).mode & 0o777).toBe(0o600)
  })

  test("keep their lines and their line ends, and get only what they lack", async () => {
    const files = {
      "package.json": manifest("express", "pg"),
      ".env": "AUTH_SECRET=canary\r\nexport AUTH_GITHUB_ID='id'",
      ".env.local": "DATABASE_URL=postgres://canary@localhost/app\n",
      ".gitignore": "# mine\r\n.env*\r\n!.env\r\n",
    }
    const { code, stdout, stderr, read } = await initIn(files, "--yes")
    expect(code).toBe(0)
    expect(read(".env")).toMatch(
      /^AUTH_SECRET=canary\r\nexport AUTH_GITHUB_ID='id'\r\n# The .*\r\nAUTH_URL=http:\/\/localhost:3000\r\n# For GitHub: .*\r\nAUTH_GITHUB_SECRET=\r\n$/,
    )
    expect(read(".env.local")).toBe(files[".env.local"])
    expect(read(".gitignore")).toBe(`${files[".gitignore"]}.env\r\n`)
    expect(stdout).toContain("--- .gitignore\n+++ .gitignore\n@@ at the end @@\n+.env\n")
    expect(stdout + stderr).not.toContain("canary")
  })

  test("a secret without a value is left, and the command that prints one is named", async () => {
    const files = { "package.json": manifest("hono"), ".env": "AUTH_SECRET=\n" }
    const { stdout, read } = await initIn(files, "--yes", "--json")
    expect(read(".env")).toMatch(/^AUTH_SECRET=\n# The application's address/)
    expect(JSON.parse(stdout).first[0]).toBe("AUTH_SECRET has no value: npx mortise secret prints one.")
  })

  test("a value in .env.local counts, even if .env has none", async () => {
    const names = ["AUTH_SECRET=", "AUTH_GITHUB_ID=", "AUTH_GITHUB_SECRET="]
    const lines = (value: string) => names.map((name) => `${name}${value}\n`).join("")
    const files = { "package.json": manifest("next"), ".env": lines(""), ".env.local": lines("x") }
    const { first, notes } = JSON.parse((await initIn(files, "--yes", "--json")).stdout)
    expect(first).toEqual([])
    expect(notes.join()).not.toContain("AUTH_GITHUB_ID")
  })

  test.each([
    [".env.local\nauth.db*\n"],
    [".env*\n*.db*\n"],
    ["/.env*.local\n/auth.db*\n"],
    ["# comment\n.env.*\nauth.*\n!auth.ts\n"],
  ])("a .gitignore with %j lacks nothing", async (text) => {
    const files = { ...repository, "package.json": manifest("next"), ".gitignore": text }
    const { read } = await initIn(files, "--yes")
    expect(read(".gitignore")).toBe(text)
  })

  test.each([".env/\n", ".env\n!.env\n", "*.env.bak\n", "\\!.env\n"])(
    "SEC-T10: a .gitignore with %j does not ignore .env, as git sees it",
    async (text) => {
      const files = { ...repository, "package.json": manifest("hono", "pg"), ".gitignore": text }
      const { folder, read } = await initIn(files, "--yes")
      expect(read(".gitignore")).toBe(`${text}.env\n`)
      expect(spawnSync("git", ["check-ignore", ".env"], { cwd: folder }).status).toBe(0)
    },
  )

  test("SEC-T10: a rule that no clone has, in .git/info/exclude, does not count", async () => {
    const files = { ...repository, "package.json": manifest("hono", "pg"), ".git/info/exclude": ".env\n" }
    expect((await initIn(files, "--yes")).read(".gitignore")).toContain(".env\n")
  })

  test("SEC-T10: without a repository, only the exact name counts", async () => {
    const files = { "package.json": manifest("hono", "pg"), ".gitignore": ".env/\n" }
    expect((await initIn(files, "--yes")).read(".gitignore")).toBe(".env/\n.env\n")
    expect((await initIn({ ...files, ".gitignore": ".env\n!.env*\n" }, "--yes")).read(".gitignore")).toBe(
      ".env\n!.env*\n.env\n",
    )
    const { read } = await initIn({ ...files, ".gitignore": ".env\r\n" }, "--yes")
    expect(read(".gitignore")).toBe(".env\r\n")
  })

  test("SEC-T10: a file that git tracks is named, because no rule ignores it", async () => {
    const files = { ...repository, "package.json": manifest("hono"), ".env": "PORT=3000\n" }
    const { folder, again } = await initIn(files, "--dry-run")
    spawnSync("git", ["add", ".env"], { cwd: folder })
    expect((await again("--json")).stdout).toContain("Run git rm --cached .env: git still tracks this file")
  })

  test("SEC-T10: a readable file is made private before a secret is added to it", async () => {
    const { folder, again } = await initIn(
      { "package.json": manifest("hono"), ".env": "PORT=3000\n" },
      "--yes",
      "--framework",
      "canary",
    )
    chmodSync(join(folder, ".env"), 0o644)
    await again("--framework", "hono")
    expect(readFileSync(join(folder, ".env"), "utf8")).toContain("AUTH_SECRET=")
    expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600)
  })

  test.each(["nextjs", "sveltekit", "express", "hono", "worker"])(
    "are up to date in a second run for %s: exit 0, and nothing changes",
    async (name) => {
      const { again, read, stdout } = await initIn({}, "--framework", name, "--yes", "--json")
      const paths = JSON.parse(stdout).files.map(({ path }: { path: string }) => path)
      const before = paths.map(read)
      // The first run has written package.json.
      writeFileSync("package.json", manifest(frameworks[name]?.package ?? ""))
      const { code, stdout: shown } = await again()
      expect(code).toBe(0)
      for (const { path, state } of JSON.parse(shown).files) expect([path, state]).toEqual([path, "equal"])
      expect(JSON.parse(shown).first).toEqual(JSON.parse(stdout).first)
      expect(paths.slice(1).map(read)).toEqual(before.slice(1))
    },
  )
})
