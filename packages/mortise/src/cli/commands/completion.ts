import { type Command, defineCommand } from "../program/command.ts"
import { exitCodes, usageError } from "../program/exit-code.ts"
import { printText } from "../terminal/output.ts"

/** Prints the completion script of a shell, for these commands. */
export const completionCommand = (commands: () => readonly Command[]) =>
  defineCommand({
    name: "completion",
    about: "print a script that completes commands and options in a shell",
    arguments: [{ name: "shell", about: "bash, zsh or fish" }],
    options: {},
    notes:
      "The script completes the word mortise. So mortise must be in the PATH: npm install --global mortise.",
    examples: [
      'eval "$(mortise completion bash)"',
      "mortise completion zsh > ~/.zfunc/_mortise",
      "mortise completion fish > ~/.config/fish/completions/mortise.fish",
    ],
    exits: { 0: "printed", 2: "unknown shell" },
    async run(_, [shell = ""]) {
      const { completionScripts } = await import("../program/completion-scripts.ts")
      const create = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined
      if (!create) throw usageError("The shell must be bash, zsh or fish.")
      printText(create(commands()))
      return exitCodes.ok
    },
  })
