import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand, environmentNote } from "../program/command.ts"
import { studioOptions } from "../studio/studio-options.ts"

/** Serves an admin page for the store of the configuration. */
export const studioCommand = defineCommand({
  name: "studio",
  about: "open a page that shows users, accounts, sessions and passkeys",
  options: studioOptions,
  notes: `${environmentNote}
The command listens on 127.0.0.1 only and prints a link that works once. To reach a studio on another machine,
forward its port: ssh -L 8788:127.0.0.1:8788 host. The page never receives tokens. Each change is printed.
A browser is opened only on a terminal. Ctrl-C closes the studio.
With --better-auth, changes go through Better Auth's own functions.`,
  examples: [
    `${mortise} studio`,
    `${mortise} studio --write --config mortise.config.ts`,
    `${mortise} studio --no-open --port 0`,
    `${mortise} studio --better-auth auth.ts --write`,
  ],
  exits: {
    0: "closed by Ctrl-C",
    1: "the database failed",
    3: "invalid configuration",
    4: "the address cannot be used",
  },
  run: async (options) => (await import("../studio/run-studio.ts")).runStudio(options),
})
