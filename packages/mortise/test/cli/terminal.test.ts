import { spawn } from "node:child_process"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { createAda, openDatabase } from "./support/database.ts"

const program = `"${process.execPath}" "${join(root, "packages/mortise/dist/cli/main.js")}"`

/** Runs the program on a pseudo-terminal, and types an answer when it has printed a question. */
function onTerminal(args: string, env: Readonly<Record<string, string>> = {}, answer?: string) {
  const child = spawn("script", ["-qec", `${program} ${args}`, "/dev/null"], {
    cwd: root,
    env: { PATH: process.env["PATH"], TERM: "xterm-256color", ...env },
    stdio: "pipe",
  })
  let output = ""
  child.stdout.on("data", (chunk) => {
    const isAsked = output.includes("[y/N]")
    output += chunk
    if (answer !== undefined && !isAsked && output.includes("[y/N]")) child.stdin.write(answer)
  })
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, output })),
  )
}

describe("on a terminal", () => {
  test("the help has bold titles, but not with NO_COLOR", async () => {
    expect((await onTerminal("--help")).output).toContain("\u001b[1mUsage:")
    expect((await onTerminal("--help", { NO_COLOR: "1" })).output).not.toContain("\u001b")
  })

  test.each([
    ["y\r", 0, true],
    ["n\r", 1, false],
    ["\u0003", 130, false],
  ])("users delete asks, and the answer %j has exit code %i", async (answer, expected, isDeleted) => {
    const database = await openDatabase()
    await createAda(database)
    const { code, output } = await onTerminal("users delete ada", database.env, answer)
    expect(output).toContain("This deletes the user ada@example.com with accounts: 1, sessions: 2")
    expect(code).toBe(expected)
    expect((await database.adapter.getUser("ada")) === null).toBe(isDeleted)
  })

  test("revoke counts, asks, and ends", async () => {
    const database = await openDatabase()
    await createAda(database)
    const file = join(database.folder, "receipt.json")
    const { code, output } = await onTerminal(`revoke --all --apply --receipt "${file}"`, database.env, "y\r")
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/sessions to end: +2[\s\S]+End them\?[\s\S]+sessions ended: +2/),
    ])
    expect(await database.adapter.getSessionAndUser("session-canary")).toBeNull()
  })
})
