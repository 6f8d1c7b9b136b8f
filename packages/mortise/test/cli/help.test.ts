import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { exitCodes } from "../../src/cli/program/exit-code.ts"
import { formatHelp } from "../../src/cli/program/program.ts"
import { programDefinition } from "../../src/cli/program-definition.ts"
import { runCommand } from "./support/run-command.ts"

const { commands } = programDefinition

describe.each(commands)(
  "mortise $name --help",
  ({ name, options, arguments: given = [], examples, exits }) => {
    test("lists the arguments, the options, examples and exit codes: exit 0", async () => {
      const { code, stdout, stderr } = await runCommand([...name.split(" "), "--help"])
      expect([code, stderr]).toEqual([0, ""])
      for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`)
      for (const { about } of given) expect(stdout.replace(/\s+/g, " ")).toContain(about)
      for (const example of examples) expect(stdout).toContain(example)
      expect(Object.keys(exits).map(Number)).toContain(exitCodes.ok)
      expect(stdout).toContain("Exit codes: 0 ")
    })

    test("has examples that the parser accepts", () => {
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        expect(example).toContain(`mortise ${name}`)
        for (const [, option = ""] of example.matchAll(/ --([a-z-]+)/g))
          expect(options).toHaveProperty(option)
      }
    })
  },
)

/** An address cannot be wrapped. */
const withoutAddress = (line: string): string => line.replace(/^ *https:\S+$/, "")

test("without a terminal, the help has no colour, and lines of 100 characters at most", () => {
  for (const { name } of commands) {
    const text = formatHelp(programDefinition, name)
    expect(text).not.toContain("\u001b")
    for (const line of text.split("\n")) expect(withoutAddress(line).length, line).toBeLessThanOrEqual(100)
  }
})

test("the help of the program lists each command below a title", async () => {
  const titles = Object.entries(programDefinition.sections)
  const { stdout } = await runCommand(["--help"])
  for (const [title, members] of titles) {
    const [section = ""] = stdout.split(`\n${title}:\n`)[1]?.split("\n\n") ?? []
    expect([...section.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)).toEqual(members)
  }
  const first = new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))
  expect([...titles.flatMap(([, members]) => members), "completion"].sort()).toEqual([...first].sort())
})

describe("mortise completion", () => {
  /** The words that bash offers after a line. */
  async function offered(line: string): Promise<string[]> {
    const { stdout } = await runCommand(["completion", "bash"])
    const words = line.split(" ")
    const script = `${stdout}
      COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _mortise
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout: reply, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" })
    expect(stderr).toBe("")
    return reply.trim().split("\n")
  }

  test("offers commands, and the options of a command, in bash", async () => {
    expect(await offered("mortise mig")).toEqual(["migrate"])
    expect(await offered("mortise migrate --d")).toEqual(["--dry-run"])
    expect(await offered("mortise migrate --json --d")).toEqual(["--dry-run"])
  })

  test.each(["bash", "zsh", "fish"])("names every command and option for %s", async (shell) => {
    const { code, stdout } = await runCommand(["completion", shell])
    expect(code).toBe(0)
    for (const { name, options } of commands) {
      for (const word of name.split(" ")) expect(stdout).toContain(word)
      for (const option of Object.keys(options)) expect(stdout).toContain(option)
    }
  })

  test("distinguishes export from users export in fish", async () => {
    const { stdout } = await runCommand(["completion", "fish"])
    const [line] = stdout.split("\n").filter((each) => each.includes("-l without-tokens"))
    expect(line).toContain("seen_subcommand_from export; and not __fish_seen_subcommand_from users sessions")
  })

  test("refuses another shell, and a missing one: exit 2", async () => {
    for (const args of [["tcsh"], []]) {
      const { code, stdout } = await runCommand(["completion", ...args])
      expect([code, stdout]).toEqual([2, ""])
    }
  })
})
